import { describe, expect, it } from 'vitest';
import {
  descriptionMark,
  holdsKarpenterName,
  kubernetesVolumeMark,
  nameMark,
} from '../../../lib/adapters/kakaocloud/marks.ts';

const PREFIX = 'karpenter-2c32ae2c-';
const matches = (nodeClaim: string) => ({ kind: 'matches', uid8: '2c32ae2c', nodeClaim });
const cutOff = (nodeClaimStart: string) => ({ kind: 'cut-off', uid8: '2c32ae2c', nodeClaimStart });
const OTHER = { kind: 'other' };

describe('an instance name', () => {
  it.each([
    ['a plain one', `${PREFIX}general-7k2lq`, matches('general-7k2lq')],
    ['with a dot', `${PREFIX}general.7k2lq`, matches('general.7k2lq')],
    ['of one letter', `${PREFIX}g`, matches('g')],
    ['one short of the greatest length', `${PREFIX}${'a'.repeat(43)}`, matches('a'.repeat(43))],
    ['of the greatest length', `${PREFIX}${'a'.repeat(44)}`, cutOff('a'.repeat(44))],
    [
      'of the greatest length, cut behind a dash',
      `${PREFIX}${'a'.repeat(43)}-`,
      cutOff(`${'a'.repeat(43)}-`),
    ],
    ['of the greatest length, cut behind a dot', `${PREFIX}${'a'.repeat(43)}.`, cutOff(`${'a'.repeat(43)}.`)],
    ['of the greatest length, but no beginning of a name', `${PREFIX}${'a'.repeat(42)}-.`, OTHER],
    ['of the greatest length, in capitals', `${PREFIX}${'A'.repeat(44)}`, OTHER],
    ['without a NodeClaim', PREFIX, OTHER],
    ['without a NodeClaim and dash', 'karpenter-2c32ae2c', OTHER],
    ['with 7 digits', 'karpenter-2c32ae2-general', OTHER],
    ['with 9 digits', 'karpenter-2c32ae2c0-general', OTHER],
    ['with capital digits', 'karpenter-2C32AE2C-general', OTHER],
    ['with no hex digit', 'karpenter-2c32ae2g-general', OTHER],
    ['with a capital prefix', 'Karpenter-2c32ae2c-general', OTHER],
    ['with something before it', `x${PREFIX}general`, OTHER],
    ['with a blank before it', ` ${PREFIX}general`, OTHER],
    ['with a blank behind it', `${PREFIX}general `, OTHER],
    ['with a line behind it', `${PREFIX}general\n`, OTHER],
    ['with a line within', `${PREFIX}gene\nral`, OTHER],
    ['ending in a dash', `${PREFIX}general-`, OTHER],
    ['beginning with a dash', `${PREFIX}-general`, OTHER],
    ['with an empty label', `${PREFIX}a..b`, OTHER],
    ['with an underscore', `${PREFIX}a_b`, OTHER],
    ['with capitals', `${PREFIX}General`, OTHER],
    ["somebody's own", 'bastion-01', OTHER],
    ['empty', '', OTHER],
  ])('%s', (_, name, mark) => {
    expect(nameMark(name)).toEqual(mark);
  });
});

const marked = (...fields: [string, string][]) => ({
  kind: 'marked',
  fields: fields.map(([key, value]) => ({ key, value })),
});
const otherVersion = (version: string) => ({ kind: 'other-version', version });

describe('a description', () => {
  it.each([
    ['marked', 'v=1;m=karpenter;c=2c32ae2c;n=general', marked(['c', '2c32ae2c'], ['n', 'general'])],
    ['ended by a semicolon', 'v=1;m=karpenter;c=1;', marked(['c', '1'])],
    ['with nothing but the marker', 'v=1;m=karpenter;', marked()],
    ['cut off in a value', 'v=1;m=karpenter;c=1;s=ab', marked(['c', '1'], ['s', 'ab'])],
    ['cut off in a key', 'v=1;m=karpenter;c=1;si', marked(['c', '1'])],
    ['cut off behind a key', 'v=1;m=karpenter;c=1;s=', marked(['c', '1'], ['s', ''])],
    ['with equals signs in a value', 'v=1;m=karpenter;s=ab==;', marked(['s', 'ab=='])],
    ['with a piece that is no pair', 'v=1;m=karpenter;odd;c=1', marked(['odd', ''], ['c', '1'])],
    ['with nothing between two semicolons', 'v=1;m=karpenter;;c=1', marked(['', ''], ['c', '1'])],
    ['with a key twice', 'v=1;m=karpenter;c=1;c=2', marked(['c', '1'], ['c', '2'])],
    ['of version 2', 'v=2;m=karpenter;c=1', otherVersion('2')],
    ['of version 2, with something between', 'v=2;c=1;m=karpenter', otherVersion('2')],
    ['of version 10', 'v=10;m=karpenter;', otherVersion('10')],
    ['of version 2, maker first', 'm=karpenter;v=2;', otherVersion('2')],
    ['of an empty version', 'v=;m=karpenter;', otherVersion('')],
    ['of version 1 in another layout', 'v=1;c=1;m=karpenter;', otherVersion('1')],
    ['of version 1, cut off before its end', 'v=1;m=karpenter', otherVersion('1')],
    ['without a version', 'm=karpenter;c=1;', OTHER],
    ['of another maker', 'v=1;m=terraform;', OTHER],
    ['of a maker that begins so', 'v=1;m=karpenter2;', OTHER],
    ['with a blank before it', ' v=1;m=karpenter;', OTHER],
    ['with a text before it', 'see: v=1;m=karpenter;', OTHER],
    ['in capitals', 'V=1;M=KARPENTER;', OTHER],
    ["somebody's own", 'left behind by a removed cluster', OTHER],
    ['empty', '', OTHER],
  ])('%s', (_, description, mark) => {
    expect(descriptionMark(description)).toEqual(mark);
  });
});

describe("a volume's name", () => {
  it.each([
    ['is an instance name', 'karpenter-2c32ae2c-general-7k2lq', true],
    ['is one with something behind it', 'karpenter-2c32ae2c-general-7k2lq_root', true],
    ['is one with something before it', 'backup of karpenter-2c32ae2c-general', true],
    ['is part of another word', 'mykarpenter-2c32ae2c-general', false],
    ['has no NodeClaim', 'karpenter-2c32ae2c-', false],
    ['has no uid8', 'karpenter-general', false],
    ['is empty', '', false],
  ])('%s', (_, name, holds) => {
    expect(holdsKarpenterName(name)).toBe(holds);
  });
});

const PVC = 'pvc-3f0c6c1e-5a61-4a0b-9f5d-6b8a3f3f7e10';
const volumeOf = (name: string | undefined) => ({ kind: 'persistent-volume', name });

describe('the Kubernetes mark of a volume', () => {
  it.each([
    ['its name', PVC, {}, volumeOf(PVC)],
    ['its cluster', 'data', { 'cinder.csi.openstack.org/cluster': 'kubernetes' }, volumeOf(undefined)],
    ['its PersistentVolume', 'data', { 'csi.storage.k8s.io/pv/name': 'pv-1' }, volumeOf('pv-1')],
    ['its claim only', 'data', { 'csi.storage.k8s.io/pvc/name': 'orders' }, volumeOf(undefined)],
    ['name and PersistentVolume', PVC, { 'csi.storage.k8s.io/pv/name': 'pv-1' }, volumeOf('pv-1')],
    ['a PersistentVolume that is no text', PVC, { 'csi.storage.k8s.io/pv/name': 7 }, volumeOf(PVC)],
    ['a name that goes on', `${PVC}-2`, {}, { kind: 'none' }],
    ['a name without a UUID', 'pvc-data', {}, { kind: 'none' }],
    ['foreign metadata', 'data', { team: 'shop' }, { kind: 'none' }],
  ])('%s', (_, name, metadata, mark) => {
    expect(kubernetesVolumeMark(name, metadata)).toEqual(mark);
  });
});
