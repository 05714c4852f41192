import pLimit from 'p-limit';
import { type AuditOptions, auditProject } from '../audit.ts';
import { openStore } from '../config/open-store.ts';
import { type Surroundings, withProject } from '../config/wiring.ts';
import type { Store } from '../ledger/store.ts';
import { asFailure } from '../terms/failure.ts';
import type { ProjectVerdicts } from '../verdict/judged.ts';
import type { Choice, ChosenProject } from './choice.ts';
import type { Progress } from './progress.ts';

const PROJECTS_AT_ONCE = 4;

export type AuditAllOptions = Omit<AuditOptions, 'now'> & { readonly progress: Progress };

/** Audits the chosen projects, some at a time. The failure of one stops no other. */
export async function auditProjects(
  choice: Choice,
  surroundings: Surroundings,
  options: AuditAllOptions,
): Promise<readonly ProjectVerdicts[]> {
  const store = await openStore(choice.settings, surroundings);
  return pLimit(PROJECTS_AT_ONCE).map(choice.projects, async (project) => {
    const { name } = project.settings;
    options.progress({ project: name, text: 'reading' });
    const verdicts = await auditOne(choice, project, store, surroundings, options);
    options.progress({ project: name, text: verdicts.complete ? 'done' : 'done, but incomplete' });
    return verdicts;
  });
}

async function auditOne(
  { settings, moment }: Choice,
  chosen: ChosenProject,
  store: Store,
  surroundings: Surroundings,
  options: AuditAllOptions,
): Promise<ProjectVerdicts> {
  const { runId, all, keep, remember } = options;
  const project = chosen.settings;
  try {
    return await withProject(settings, project, chosen, surroundings, (audited) =>
      auditProject(audited, store, settings.thresholds, { runId, now: moment.now, all, keep, remember }),
    );
  } catch (thrown) {
    return {
      project: { name: project.name, region: project.region, id: undefined },
      listed: { instances: undefined, volumes: undefined },
      judged: [],
      problems: [asFailure(thrown)],
      warnings: [],
      complete: false,
      lastCompleteAt: undefined,
      lastRecordedAt: undefined,
      keyrings: [],
    };
  }
}

/** Neither instances nor volumes could be listed: of this project nothing can be said. */
export function isNothingRead({ listed }: ProjectVerdicts): boolean {
  return listed.instances === undefined && listed.volumes === undefined;
}
