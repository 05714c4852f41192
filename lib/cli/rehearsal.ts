import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Language } from '../report/words/language.ts';
import { inventedPrices } from '../simulator/invented-prices.ts';
import type { Scenario } from '../simulator/scenario.ts';
import { AuditFailure } from '../terms/failure.ts';

/** What a rehearsal against a simulator needs in a folder of its own. */
export interface Rehearsal {
  readonly config: string;
  /** What kubectl printed of the story's cluster while it lived. */
  readonly table: string;
  readonly cluster: { readonly uid: string; readonly name: string } | undefined;
  /** Whether the story's cluster is gone in the end. */
  readonly isClusterGone: boolean;
}

/** Writes a configuration, and what belongs to it, for the one project of a scenario that is served under `url`. */
export async function writeRehearsal(
  folder: string,
  scenario: Scenario,
  url: string,
  language: Language,
): Promise<Rehearsal> {
  const [project] = scenario.after.projects;
  if (project === undefined) throw new TypeError(`the scenario ${scenario.name} has no project`);
  const config = join(folder, 'orphan-audit.yaml');
  const table = join(folder, 'karpenter-before-cluster-delete.txt');
  await makeFolder(folder);
  await Promise.all([
    writeFile(config, configText(url, language)),
    writeFile(join(folder, 'credential-id'), `${project.credential.id}\n`),
    writeFile(join(folder, 'credential-secret'), `${project.credential.secret}\n`, { mode: 0o600 }),
    writeFile(join(folder, 'keyring.json'), scenario.keyring, { mode: 0o600 }),
    writeFile(table, scenario.kubectlTable),
    writeFile(join(folder, 'prices.yaml'), inventedPrices()),
  ]);
  const living = new Set(project.clusters.map((cluster) => cluster.uid));
  const before = scenario.before.projects.flatMap((one) => one.clusters);
  const subject = before.find((cluster) => !living.has(cluster.uid)) ?? before[0];
  return {
    config,
    table,
    cluster: subject === undefined ? undefined : { uid: subject.uid, name: subject.row.name },
    isClusterGone: subject !== undefined && !living.has(subject.uid),
  };
}

/** @throws AuditFailure `bad-usage` */
async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
  } catch (thrown) {
    const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : String(thrown);
    throw new AuditFailure(
      'bad-usage',
      `the folder ${JSON.stringify(folder)} for the rehearsal cannot be made (${code})`,
      'give --out a folder that this user may write into, or one that is not there yet',
    );
  }
}

function configText(url: string, language: Language): string {
  return `# Of a rehearsal: every endpoint is the simulator's on this machine, and the credential works there only.
version: 1
language: ${language}
projects:
  - name: rehearsal
    region: kr-central-2
    credential:
      id: file:./credential-id
      secret: file:./credential-secret
    endpoints:
      iam: ${url}
      bcs: ${url}
      volume: ${url}
      kubernetes-engine: ${url}
    keyrings:
      - file: ./keyring.json
    signatureScheme: ./signature-scheme.json   # not there yet: orphan-audit keyring calibrate writes it
prices: ./prices.yaml          # invented: no cloud asks these
`;
}
