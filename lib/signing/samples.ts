import { readDescription, type WrittenDescription } from './description.ts';
import { FACTS, type Fact } from './scheme.ts';
import { type ClusterView, clusterViews, factText } from './signed-instance.ts';
import type { ClaimedInstance } from './standing.ts';

/** A claimed instance with its description taken apart. */
export interface Sample extends ClaimedInstance {
  readonly view: ClusterView;
  readonly description: WrittenDescription;
}

export function sampleOf(claimed: ClaimedInstance): Sample {
  const [view] = clusterViews(claimed.instance);
  return {
    ...claimed,
    view: view ?? { uid: undefined, uid8: undefined },
    description: readDescription(claimed.instance.description),
  };
}

export function sampleFact(sample: Sample, fact: Fact): string | undefined {
  return factText(fact, sample.instance, sample.view);
}

/** One for each NodeClaim. A name that is not Karpenter's any more stands for itself. */
export function nodeClaimsAmong(samples: readonly Sample[]): number {
  return new Set(
    samples.map(
      (sample) => `${sample.view.uid} ${sampleFact(sample, 'nodeclaim-name') ?? sample.instance.name}`,
    ),
  ).size;
}

export interface SortedSamples {
  /** They bear their names, and their descriptions have the same fields in the same order. */
  readonly alike: readonly Sample[];
  readonly unlike: readonly Sample[];
  readonly cutOff: readonly Sample[];
}

/**
 * Tells the samples whose description was cut off, and those that are laid out otherwise, from the rest. The cloud cuts
 * every description at the same length: only one of the longest can have been cut off, and none that ends in a whole fact
 * or key ID.
 */
export function sortSamples(
  samples: readonly Sample[],
  keyIds: readonly string[],
  descriptionLimit: number | undefined,
): SortedSamples {
  const longest = Math.max(...samples.map(({ instance }) => instance.description.length));
  const common = mostCommon(samples.map(shapeOf)) ?? '';
  const shaped = samples.filter((sample) => shapeOf(sample) === common);
  const isLongest = ({ instance }: Sample) => instance.description.length === longest;
  const wholeEnds = shaped.filter((sample) => !isLongest(sample)).map(endLength);
  // When all are as long as can be, their ends differ because something else left them less room.
  const areAllCutOff =
    wholeEnds.length === 0 && (new Set(shaped.map(endLength)).size > 1 || longest === descriptionLimit);

  const isCutOff = (sample: Sample): boolean => {
    if (!isLongest(sample)) return false;
    if (shapeOf(sample) !== common) return isBeginningOf(common, shapeOf(sample));
    if (endsInKnownText(sample, keyIds)) return false;
    return areAllCutOff || wholeEnds.some((whole) => endLength(sample) < whole);
  };
  const cutOff = samples.filter(isCutOff);
  const alike = shaped.filter((sample) => bearsItsName(sample) && !cutOff.includes(sample));
  return {
    alike,
    unlike: samples.filter((sample) => !cutOff.includes(sample) && !alike.includes(sample)),
    cutOff,
  };
}

/** Of its cluster and its NodeClaim. */
function bearsItsName(sample: Sample): boolean {
  return sample.view.uid !== undefined && sampleFact(sample, 'nodeclaim-name') !== undefined;
}

function shapeOf({ description }: Sample): string {
  return description.fields.map(({ key }) => key).join(';');
}

function endOf({ description }: Sample): string {
  return description.fields.at(-1)?.value ?? '';
}

function endLength(sample: Sample): number {
  return endOf(sample).length;
}

function endsInKnownText(sample: Sample, keyIds: readonly string[]): boolean {
  const end = endOf(sample);
  return keyIds.includes(end) || FACTS.some((fact) => sampleFact(sample, fact) === end);
}

function isBeginningOf(shape: string, cutShape: string): boolean {
  const keys = shape.split(';');
  const cutKeys = cutShape.split(';');
  return (
    cutKeys.length <= keys.length &&
    cutKeys.every((key, index) => isPieceOf(keys[index], key, index === cutKeys.length - 1))
  );
}

function isPieceOf(key: string | undefined, cutKey: string, isLast: boolean): boolean {
  return isLast ? key?.startsWith(cutKey) === true : key === cutKey;
}

export function mostCommon<T>(values: readonly T[]): T | undefined {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
}
