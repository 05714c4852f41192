import { type AuditedProject, openAudit } from './audit.ts';
import { takeLook } from './auditing/look.ts';
import { once } from './auditing/told.ts';
import type { Thresholds } from './evidence/instances.ts';
import { claimedBy } from './evidence/signatures.ts';
import type { Store } from './ledger/store.ts';
import { calibrating } from './signing/calibrate.ts';
import type {
  Calibration,
  CalibrationBudget,
  CalibrationInput,
  CalibrationProgress,
} from './signing/calibration.ts';
import type { BoundKeyring } from './signing/keyring.ts';
import { bindKeyrings } from './signing/project-signing.ts';
import type { SignatureScheme } from './signing/scheme.ts';
import { signedInstance } from './signing/signed-instance.ts';
import type { ClaimedInstance } from './signing/standing.ts';
import { verifySignature } from './signing/verify.ts';
import type { AuditFailure } from './terms/failure.ts';
import type { ClusterUid } from './terms/ids.ts';
import type { Instant } from './terms/instants.ts';

export interface CalibrateOptions {
  readonly now: Instant;
  readonly budget: CalibrationBudget;
  /** Texts that the payload may begin or end with. */
  readonly literals: readonly string[];
  /** Do without a sample for a second key, although the keyring was rotated. */
  readonly acceptOneKey: boolean;
  /** Milliseconds, from whenever. */
  readonly clock: () => number;
  /** Called a few times a second; what it throws ends the search. Others have their turn while it is awaited. */
  readonly onProgress: (progress: CalibrationProgress) => Promise<void>;
}

/** What was found for one project. */
export interface ProjectCalibration {
  readonly calibration: Calibration;
  /** Live, claimed instances whose signatures a keyring of the project proves. */
  readonly samples: number;
  /** What could not be read: there may be more samples than were seen. */
  readonly failures: readonly AuditFailure[];
}

/**
 * Finds the signature scheme of one project from its live, claimed instances. A scheme is found by the keyring that has
 * most of them, and has to verify those of every other keyring as well.
 */
export async function calibrateProject(
  project: AuditedProject,
  store: Store,
  thresholds: Thresholds,
  options: CalibrateOptions,
): Promise<ProjectCalibration> {
  const { looked, failures } = await openAudit(project, store, thresholds, options.now);
  const look = await takeLook(looked, { all: false, ids: new Set() });
  const { known, testimony } = look.clusters;
  const keyrings = bindKeyrings(project.signing.keyrings, [...known.values()]);
  const samples = [...testimony.claimsOf].flatMap(([uid, claims]) =>
    claimedBy(claims, { testimony, instances: look.keptInstances }).map((instance) => ({
      uid,
      instanceId: instance.id,
      instance: signedInstance(instance, {
        clusters: [uid],
        projectId: looked.projectId,
        nodeClaim: testimony.claimsOn.get(instance.id)?.[0]?.by,
      }),
    })),
  );
  const groups = groupByKeyring(samples, keyrings);
  const calibration = await calibrateGroups(groups, keyrings, {
    ...options,
    descriptionLimit: project.cloud.descriptionLimit,
  });
  const counted = groups.reduce((sum, group) => sum + group.samples.length, 0);
  return { calibration, samples: counted, failures: once([...failures, ...look.failures]) };
}

interface Group {
  readonly bound: BoundKeyring;
  readonly samples: readonly ClaimedInstance[];
}

/** Each sample goes to the keyring that is bound to its cluster, or else to one that proves all. Most samples first. */
function groupByKeyring(
  samples: readonly (ClaimedInstance & { readonly uid: ClusterUid })[],
  keyrings: readonly BoundKeyring[],
): readonly Group[] {
  const ringOf = (uid: ClusterUid) =>
    keyrings.find(({ clusters }) => clusters !== 'all' && clusters.has(uid)) ??
    keyrings.find(({ clusters }) => clusters === 'all');
  return keyrings
    .map((bound) => ({ bound, samples: samples.filter(({ uid }) => ringOf(uid) === bound) }))
    .toSorted((a, b) => b.samples.length - a.samples.length);
}

type Search = Omit<CalibrationInput, 'samples' | 'keyring'> & Pick<CalibrateOptions, 'onProgress'>;

async function calibrateGroups(
  [most, ...others]: readonly Group[],
  keyrings: readonly BoundKeyring[],
  { onProgress, ...search }: Search,
): Promise<Calibration> {
  if (most === undefined) throw new TypeError('a project without keyrings cannot be calibrated');
  const steps = calibrating({ ...search, samples: most.samples, keyring: most.bound.keyring });
  let step = steps.next();
  for (; step.done !== true; step = steps.next()) await onProgress(step.value);
  const calibration = step.value;
  if (calibration.kind !== 'found') return calibration;
  const { scheme, effort, cutOff } = calibration;
  const elsewhere = others.flatMap(({ samples }) => samples);
  const { verified, disagreeing } = heldAgainst(elsewhere, keyrings, scheme);
  if (disagreeing.length === 0) {
    return { ...calibration, verified: [...calibration.verified, ...verified] };
  }
  const agreeing = [...calibration.verified, ...verified];
  return { kind: 'disagreement', scheme, verified: agreeing, disagreeing, effort, cutOff };
}

function heldAgainst(
  samples: readonly ClaimedInstance[],
  keyrings: readonly BoundKeyring[],
  scheme: SignatureScheme,
) {
  const outcomes = samples.map(({ instanceId, instance }) => ({
    instanceId,
    outcome: verifySignature(instance, keyrings, scheme).kind,
  }));
  return {
    verified: outcomes.filter(({ outcome }) => outcome === 'valid').map(({ instanceId }) => instanceId),
    disagreeing: outcomes.filter(({ outcome }) => outcome !== 'valid'),
  };
}
