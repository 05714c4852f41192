import { type Instant, instantFromMs, SECOND_MS } from '../terms/instants.ts';
import { absurd } from '../terms/words.ts';
import type { Scenario, ScenarioName } from './scenario.ts';
import { clusterDeleted } from './scenarios/cluster-deleted.ts';
import { large } from './scenarios/large.ts';
import {
  clean,
  controllerRemovedFirst,
  renamedInstances,
  stuckDeleting,
} from './scenarios/living-cluster.ts';
import { twoClusters } from './scenarios/two-clusters.ts';

const LARGE_DEFAULT = 10_000;

export interface ScenarioOptions {
  /** The moment at which the story is told; all its times follow from it. */
  readonly now: Instant;
  /** Another seed, other IDs and keys; the same seed and `now` give the same bytes. */
  readonly seed?: string;
  /** Of `large` only: how many instances, and how many volumes. */
  readonly instances?: number;
}

export function buildScenario(name: ScenarioName, options: ScenarioOptions): Scenario {
  const { seed = 'orphan-audit', instances = LARGE_DEFAULT } = options;
  // The cloud's times are whole seconds, but for those that are given fractions on purpose.
  const now = instantFromMs(Math.floor(options.now / SECOND_MS) * SECOND_MS);
  return { ...tellStory(name, `${seed}/${name}`, now, instances), now: options.now };
}

function tellStory(name: ScenarioName, path: string, now: Instant, instances: number): Scenario {
  switch (name) {
    case 'cluster-deleted':
      return clusterDeleted(path, now);
    case 'controller-removed-first':
      return controllerRemovedFirst(path, now);
    case 'renamed':
      return renamedInstances(path, now);
    case 'two-clusters':
      return twoClusters(path, now);
    case 'stuck-deleting':
      return stuckDeleting(path, now);
    case 'clean':
      return clean(path, now);
    case 'large':
      return large(path, now, instances);
    default:
      return absurd(name);
  }
}
