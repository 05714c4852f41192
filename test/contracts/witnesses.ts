import { afterEach, describe, expect, it } from 'vitest';
import type {
  ClusterAddress,
  ClusterNode,
  ClusterWitness,
  NodeClaim,
  PersistentVolume,
  Witnesses,
} from '../../lib/ledger/witnesses.ts';
import type { ResourceId } from '../../lib/terms/ids.ts';
import { resourceId } from '../../lib/terms/ids.ts';

/** What the cluster of a test holds. `unreadable`: it refuses to show that list. */
export interface WitnessWorld {
  nodes: readonly ClusterNode[] | 'unreadable';
  persistentVolumes: readonly PersistentVolume[] | 'unreadable';
  nodeClaims: readonly NodeClaim[] | 'unreadable';
}

export interface WitnessStage {
  readonly witnesses: Witnesses;
  /** Of the cluster that holds the world. */
  readonly address: ClusterAddress;
  /** Of a cluster that cannot be reached. */
  readonly nowhere: ClusterAddress;
  /** Which lists the cluster was asked for, in order; a list of several pages may stand there several times. */
  order(): readonly (keyof ClusterWitness)[];
  end(): Promise<void>;
}

function id(text: string): ResourceId {
  const made = resourceId(text);
  if (made === undefined) throw new TypeError('an ID needs a text');
  return made;
}

const INSTANCE = id('11111111-2222-4333-8444-555555555555');
const VOLUME = id('66666666-7777-4888-9999-aaaaaaaaaaaa');

const NODE: ClusterNode = {
  name: 'node-1',
  provider: { kind: 'instance', id: INSTANCE },
  isReady: true,
  isKarpenters: true,
};

const CLAIM: NodeClaim = {
  name: 'default-x7k2p',
  uid: '0b9f4c1e-1111-4222-8333-444444444444',
  nodePool: 'default',
  providerId: `kakaocloud:///kr-central-2-a/${INSTANCE.toUpperCase()}`,
  provider: { kind: 'instance', id: INSTANCE },
  isTerminating: false,
};

function world(it: Partial<WitnessWorld> = {}): WitnessWorld {
  return { nodes: [], persistentVolumes: [], nodeClaims: [], ...it };
}

/** What every {@link Witnesses} keeps to, whatever is behind it. `stage` puts a world behind it. */
export function witnessesContract(name: string, stage: (world: WitnessWorld) => Promise<WitnessStage>): void {
  describe(`${name}, as witnesses`, () => {
    const open: WitnessStage[] = [];
    const staged = async (it: WitnessWorld) => {
      const made = await stage(it);
      open.push(made);
      return made;
    };
    afterEach(async () => {
      for (const made of open.splice(0)) await made.end();
    });

    it('tell what is there', async () => {
      const { witnesses, address } = await staged(
        world({
          nodes: [
            NODE,
            { ...NODE, name: 'node-2', isReady: false, isKarpenters: false },
            { ...NODE, name: 'node-3', provider: { kind: 'unclear', text: 'kakaocloud:///somewhere' } },
          ],
          persistentVolumes: [
            { name: 'pv-1', volumeHandle: `zone-a/${VOLUME}`, volumeId: VOLUME },
            { name: 'pv-2', volumeHandle: 'nfs.example/share', volumeId: undefined },
            { name: 'pv-3', volumeHandle: undefined, volumeId: undefined },
          ],
          nodeClaims: [
            CLAIM,
            { ...CLAIM, name: 'default-launch', providerId: '', provider: { kind: 'none' } },
            { ...CLAIM, name: 'default-going', isTerminating: true, nodePool: undefined },
          ],
        }),
      );
      expect(await witnesses.ask(address)).toEqual({
        nodes: {
          kind: 'read',
          value: [
            NODE,
            { ...NODE, name: 'node-2', isReady: false, isKarpenters: false },
            { ...NODE, name: 'node-3', provider: { kind: 'unclear', text: 'kakaocloud:///somewhere' } },
          ],
        },
        persistentVolumes: {
          kind: 'read',
          value: [
            { name: 'pv-1', volumeHandle: `zone-a/${VOLUME}`, volumeId: VOLUME },
            { name: 'pv-2', volumeHandle: 'nfs.example/share', volumeId: undefined },
            { name: 'pv-3', volumeHandle: undefined, volumeId: undefined },
          ],
        },
        nodeClaims: {
          kind: 'read',
          value: [
            CLAIM,
            { ...CLAIM, name: 'default-launch', providerId: '', provider: { kind: 'none' } },
            { ...CLAIM, name: 'default-going', isTerminating: true, nodePool: undefined },
          ],
        },
      });
    });

    it('tell that nothing is there, when nothing is', async () => {
      const { witnesses, address } = await staged(world());
      expect(await witnesses.ask(address)).toEqual({
        nodes: { kind: 'read', value: [] },
        persistentVolumes: { kind: 'read', value: [] },
        nodeClaims: { kind: 'read', value: [] },
      });
    });

    it.each(['nodes', 'persistentVolumes', 'nodeClaims'] as const)(
      'tell why they could not read the %s, and the others all the same',
      async (list) => {
        const { witnesses, address } = await staged(
          world({
            nodes: [NODE],
            persistentVolumes: [{ name: 'pv-1', volumeHandle: VOLUME, volumeId: VOLUME }],
            nodeClaims: [CLAIM],
            [list]: 'unreadable',
          }),
        );
        const { [list]: unread, ...others } = await witnesses.ask(address);
        expect(unread).toMatchObject({ kind: 'unreadable', failure: { name: 'AuditFailure' } });
        for (const other of Object.values(others)) expect(other).toMatchObject({ kind: 'read', value: [{}] });
      },
    );

    it('never reject: of a cluster that cannot be reached, every list is unreadable', async () => {
      const { witnesses, nowhere } = await staged(world());
      const unread = { kind: 'unreadable', failure: { name: 'AuditFailure' } };
      expect(await witnesses.ask(nowhere)).toMatchObject({
        nodes: unread,
        persistentVolumes: unread,
        nodeClaims: unread,
      });
    });

    it('read the NodeClaims last', async () => {
      const { witnesses, address, order } = await staged(world({ nodes: [NODE], nodeClaims: [CLAIM] }));
      await witnesses.ask(address);
      const asked = order();
      expect(new Set(asked)).toEqual(new Set(['nodes', 'persistentVolumes', 'nodeClaims']));
      expect(asked.indexOf('nodeClaims')).toBeGreaterThan(asked.lastIndexOf('nodes'));
      expect(asked.indexOf('nodeClaims')).toBeGreaterThan(asked.lastIndexOf('persistentVolumes'));
    });

    it('look again at every question', async () => {
      const it = world({ nodeClaims: [CLAIM] });
      const { witnesses, address } = await staged(it);
      await witnesses.ask(address);
      it.nodeClaims = [];
      expect((await witnesses.ask(address)).nodeClaims).toEqual({ kind: 'read', value: [] });
    });
  });
}
