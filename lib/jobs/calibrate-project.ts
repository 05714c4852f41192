import { setImmediate } from 'node:timers/promises';
import { type CalibrateOptions, calibrateProject, type ProjectCalibration } from '../calibrate.ts';
import { openStore } from '../config/open-store.ts';
import { type Surroundings, withProject } from '../config/wiring.ts';
import type { CalibrationProgress } from '../signing/calibration.ts';
import { AuditFailure } from '../terms/failure.ts';
import type { Choice, ChosenProject } from './choice.ts';

export type CalibrateJobOptions = Omit<CalibrateOptions, 'now' | 'clock' | 'onProgress'> & {
  readonly progress: (progress: CalibrationProgress) => void;
};

/**
 * Finds the signature scheme of the one chosen project, from what its clusters say now.
 *
 * @throws AuditFailure `bad-usage` when more than one project is chosen, or it has no keyring
 */
export async function calibrateOneProject(
  choice: Choice,
  surroundings: Surroundings,
  { progress, ...options }: CalibrateJobOptions,
): Promise<ProjectCalibration> {
  const { settings, moment } = choice;
  const project = onlyProject(choice);
  const store = await openStore(settings, surroundings);
  return withProject(settings, project.settings, project, surroundings, (opened) =>
    calibrateProject(opened, store, settings.thresholds, {
      ...options,
      now: moment.now,
      clock: () => performance.now(),
      onProgress: async (step) => {
        progress(step);
        // Whoever waits to interrupt it gets a word in.
        await setImmediate();
        surroundings.signal?.throwIfAborted();
      },
    }),
  );
}

/** @throws AuditFailure `bad-usage` */
export function onlyProject({ projects }: Choice): ChosenProject {
  const [project, another] = projects;
  if (project === undefined || another !== undefined) {
    throw new AuditFailure(
      'bad-usage',
      `a scheme is found for one project at a time, and ${projects.length} are chosen`,
      `name one with --project: ${projects.map(({ settings }) => settings.name).join(', ')}`,
    );
  }
  if (project.signing.keyrings.length === 0) {
    throw new AuditFailure(
      'bad-usage',
      `project ${project.settings.name} has no keyring to verify signatures with`,
      'give it one: keyrings: [{ file: ./keyring.json }], from the Secret that the Karpenter provider signs with',
    );
  }
  return project;
}
