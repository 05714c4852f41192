import { absurd } from '../terms/words.ts';
import {
  type Calibration,
  type CalibrationNote,
  LEAST_NODE_CLAIMS,
  LEAST_ODDS_BITS,
  LEAST_SAMPLES,
} from './calibration.ts';
import { formulaOf } from './scheme.ts';

/** A calibration in English sentences, one a line: what was found or why nothing was, then what it took. */
export function calibrationLines(calibration: Calibration): readonly string[] {
  const { effort, cutOff } = calibration;
  const { spaces, tried, candidates, elapsedMs, perSecond } = effort;
  return [
    ...resultLines(calibration),
    ...(cutOff.length === 0
      ? []
      : [`${count(cutOff.length, 'description')} cut off, which say nothing: ${cutOff.join(', ')}`]),
    `tried ${grouped(tried)} of ${grouped(candidates)} candidates in ${(elapsedMs / 1000).toFixed(1)} s, ${grouped(perSecond)} a second`,
    ...(spaces.length === 0 ? [] : [`what may be signed was tried as ${spaces.join('; ')}`]),
  ];
}

function resultLines(result: Calibration): readonly string[] {
  switch (result.kind) {
    case 'found':
      return [
        `found: ${formulaOf(result.scheme)}`,
        `it verifies all ${result.verified.length} sampled instances, signed by ${result.keyIds.join(' and ')}; that this is chance is less likely than 1 in 2^${result.oddsBits}`,
        ...result.notes.map(noteLine),
      ];
    case 'too-few-samples':
      return [
        `${count(result.instances, 'instance')} of ${count(result.nodeClaims, 'NodeClaim')} can be compared, and it takes ${LEAST_SAMPLES} of ${LEAST_NODE_CLAIMS}: try again when more nodes are there`,
        ...unlikeLines(result.unlike),
      ];
    case 'all-cut-off':
      return [
        'every sampled description ends where the cloud cuts it off, so no whole signature is left: try again with nodes of shorter names',
      ];
    case 'no-signature':
      return ['no field of the sampled descriptions can be a signature'];
    case 'not-found': {
      const end =
        result.why === 'space-exhausted'
          ? 'no scheme that is known here verifies the samples: is this the keyring that signed them?'
          : 'no scheme was found in the time given: give it more';
      return [end, ...unlikeLines(result.unlike)];
    }
    case 'disagreement':
      return [
        `this scheme verifies ${result.verified.length} of ${result.verified.length + result.disagreeing.length} sampled instances, which is not enough: ${formulaOf(result.scheme)}`,
        ...result.disagreeing.map(
          ({ instanceId, outcome }) => `instance ${instanceId} disagrees: ${outcome}`,
        ),
      ];
    case 'one-key-only':
      return [
        `every sampled instance is signed by ${result.keyId}, and the keyring also has ${result.others.join(', ')}: sample one that another key signed, or do without it (--accept-one-key)`,
      ];
    case 'odds-too-small':
      return [
        `chance may have verified the samples: the odds are 1 in 2^${result.oddsBits}, and it takes 1 in 2^${LEAST_ODDS_BITS}: sample more instances`,
      ];
    case 'undecided':
      return [
        'the sampled instances do not tell these schemes apart, and other instances would: sample more',
        ...result.schemes.map(formulaOf),
      ];
    case 'leaves-unsigned':
      return [
        `what is signed leaves ${result.fields.join(', ')} open, so that no description could be trusted whole: ${formulaOf(result.scheme)}`,
      ];
    case 'not-bound':
      return [
        `what is signed says nothing of the instance, so that a copied description would be trusted: ${formulaOf(result.scheme)}`,
      ];
    default:
      return absurd(result);
  }
}

function noteLine(note: CalibrationNote): string {
  switch (note.kind) {
    case 'constant-fact':
      return `note: ${note.fact} is ${note.value} in every sample, so a text that never changes would fit as well`;
    case 'constant-field':
      return `note: field ${note.field} is not signed, and is taken never to change`;
    case 'perishable-fact':
      return `note: ${note.fact} is signed, which is known while the NodeClaim lives or where it was recorded; other leftovers stay unverified`;
    case 'alternative':
      return `note: this fits the samples as well: ${formulaOf(note.scheme)}`;
    case 'either-alphabet':
      return 'note: no sampled signature tells base64 from base64url, so either is accepted; calibrate again when more nodes are there';
    case 'no-key-id':
      return 'note: no field names the key, so every key of the keyring is tried';
    case 'cluster-not-signed':
      return 'note: no cluster is signed, so that only the keyring says whose signature it is';
    default:
      return absurd(note);
  }
}

function unlikeLines(unlike: readonly string[]): readonly string[] {
  return unlike.length === 0 ? [] : [`renamed, or described otherwise than the rest: ${unlike.join(', ')}`];
}

function count(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? '' : 's'}`;
}

function grouped(n: number): string {
  return n.toLocaleString('en-US');
}
