import pLimit from 'p-limit';
import { openStore } from '../config/open-store.ts';
import { type Surroundings, withProject } from '../config/wiring.ts';
import type { Store } from '../ledger/store.ts';
import { type RecordResult, record } from '../record.ts';
import { asFailure } from '../terms/failure.ts';
import type { Choice, ChosenProject } from './choice.ts';
import type { Progress } from './progress.ts';

export interface RecordedProject extends RecordResult {
  readonly project: string;
}

const PROJECTS_AT_ONCE = 4;

/** Records the chosen projects, some at a time. The failure of one stops no other. */
export async function recordProjects(
  choice: Choice,
  surroundings: Surroundings,
  progress: Progress,
): Promise<readonly RecordedProject[]> {
  const store = await openStore(choice.settings, surroundings);
  return pLimit(PROJECTS_AT_ONCE).map(choice.projects, async (project) => {
    const { name } = project.settings;
    progress({ project: name, text: 'recording' });
    return { project: name, ...(await recordOne(choice, project, store, surroundings)) };
  });
}

async function recordOne(
  { settings, moment }: Choice,
  chosen: ChosenProject,
  store: Store,
  surroundings: Surroundings,
): Promise<RecordResult> {
  const project = chosen.settings;
  const withoutWitness = project.clusters.filter((cluster) => cluster.witness === 'declared-none');
  try {
    return await withProject(settings, project, chosen, surroundings, (opened) =>
      record({
        project: opened.name,
        cloud: opened.cloud,
        witnesses: opened.witnesses,
        helpDesk: opened.helpDesk,
        store,
        now: moment.now,
        clustersWithoutWitness: new Set(withoutWitness.map((cluster) => cluster.name)),
      }),
    );
  } catch (thrown) {
    return { records: [], warnings: [], problems: [asFailure(thrown)], complete: false };
  }
}

/** Nothing was written, and not because there was nothing to write. */
export function isNothingRecorded({ records, problems }: RecordResult): boolean {
  return records.length === 0 && problems.length > 0;
}
