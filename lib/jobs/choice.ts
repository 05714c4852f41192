import { type Credential, readCredential } from '../config/credentials.ts';
import { loadSettings } from '../config/load.ts';
import { nearest } from '../config/nearest.ts';
import { isLoopback } from '../config/readings.ts';
import type { ProjectSettings, Settings } from '../config/settings.ts';
import { readSigning } from '../config/signing.ts';
import { NO_SIGNING, type ProjectSigning } from '../signing/project-signing.ts';
import { AuditFailure } from '../terms/failure.ts';
import { formatInstant, type Instant, MINUTE_MS } from '../terms/instants.ts';

/** What a job is to work on, all of it found sound before anybody is asked. */
export interface Choice {
  readonly settings: Settings;
  readonly projects: readonly ChosenProject[];
  readonly moment: Moment;
}

export interface ChosenProject {
  readonly settings: ProjectSettings;
  readonly credential: Credential;
  /** Nothing to verify with, unless signatures are wished for. */
  readonly signing: ProjectSigning;
}

/** The moment to judge as of: the clock's, one that a person chose, or one in a rehearsal against a simulator. */
export interface Moment {
  readonly kind: 'clock' | 'chosen' | 'rehearsed';
  readonly now: Instant;
}

export interface Wish {
  /** The configuration file; else `$ORPHAN_AUDIT_CONFIG`, else `./orphan-audit.yaml`. */
  readonly config: string | undefined;
  /** `undefined`: all of them. */
  readonly projects: readonly string[] | undefined;
  readonly now: Instant | undefined;
  /** `ignore`: the job needs no keyring, and may run where none is. */
  readonly signatures: 'verify' | 'ignore';
}

export interface Place {
  readonly env: NodeJS.ProcessEnv;
  readonly clock: () => Instant;
}

/** @throws AuditFailure, or an AggregateError of several: all that is wrong is told at once */
export async function choose(wish: Wish, place: Place): Promise<Choice> {
  const settings = await settingsFor(wish, place);
  const chosen = chosenProjects(settings, wish.projects);
  const withoutKeys = await withCredentials(chosen, place);
  const projects = wish.signatures === 'verify' ? await withSigning(withoutKeys, place) : withoutKeys;
  return { settings, projects, moment: momentFor(wish.now, chosen, place) };
}

export async function settingsFor({ config }: Pick<Wish, 'config'>, { env }: Place): Promise<Settings> {
  const fromEnv = env.ORPHAN_AUDIT_CONFIG === '' ? undefined : env.ORPHAN_AUDIT_CONFIG;
  const loaded = await loadSettings(config ?? fromEnv ?? './orphan-audit.yaml');
  if (loaded.kind === 'faulty') throw new AggregateError(loaded.faults);
  return loaded.settings;
}

export function chosenProjects(
  settings: Settings,
  names: readonly string[] | undefined,
): readonly ProjectSettings[] {
  if (names === undefined) return settings.projects;
  const known = settings.projects.map((project) => project.name);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new AggregateError(unknown.map((name) => unknownProject(name, known)));
  return settings.projects.filter((project) => names.includes(project.name));
}

function unknownProject(name: string, known: readonly string[]): AuditFailure {
  const meant = nearest(name, known);
  return new AuditFailure(
    'bad-usage',
    `there is no project ${JSON.stringify(name)} in the configuration`,
    `${meant === undefined ? '' : `did you mean ${meant}? `}known projects: ${known.join(', ')}`,
  );
}

async function withCredentials(
  projects: readonly ProjectSettings[],
  { env }: Place,
): Promise<readonly ChosenProject[]> {
  const read = await Promise.all(
    projects.map(async (settings) => ({
      settings,
      answer: await readCredential(`project ${settings.name}`, settings.credential, env),
    })),
  );
  const missing = read.flatMap(({ answer }) => (answer.kind === 'missing' ? answer.failures : []));
  if (missing.length > 0) throw new AggregateError(missing);
  return read.flatMap(({ settings, answer }) =>
    answer.kind === 'credential' ? [{ settings, credential: answer.credential, signing: NO_SIGNING }] : [],
  );
}

async function withSigning(
  projects: readonly ChosenProject[],
  { env }: Place,
): Promise<readonly ChosenProject[]> {
  const read = await Promise.all(
    projects.map(async (project) => ({ project, answer: await readSigning(project.settings, env) })),
  );
  const faults = read.flatMap(({ answer }) => (answer.kind === 'faulty' ? answer.faults : []));
  if (faults.length > 0) throw new AggregateError(faults);
  return read.flatMap(({ project, answer }) =>
    answer.kind === 'sound' ? [{ ...project, signing: answer.signing }] : [],
  );
}

/** Clocks differ by so much; what is further ahead is a future that nobody can have seen. */
const TOLERATED_AHEAD_MS = 5 * MINUTE_MS;

export function momentFor(
  now: Instant | undefined,
  projects: readonly ProjectSettings[],
  { clock }: Place,
): Moment {
  if (now === undefined) return { kind: 'clock', now: clock() };
  if (projects.every(isSimulated)) return { kind: 'rehearsed', now };
  if (now <= clock() + TOLERATED_AHEAD_MS) return { kind: 'chosen', now };
  throw new AuditFailure(
    'bad-usage',
    `--now ${formatInstant(now)} has not come yet: the clock says ${formatInstant(clock())}`,
    'a time ahead would make young resources look old; only a rehearsal, with every endpoint on this machine, may name one',
  );
}

function isSimulated({ endpoints }: ProjectSettings): boolean {
  return Object.values(endpoints).every((address) => address !== undefined && isLoopback(address));
}
