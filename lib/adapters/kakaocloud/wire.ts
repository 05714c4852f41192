import * as z from 'zod';
import { isVolumeListUnsaid } from './glances.ts';

/**
 * What the API sends, as far as we use it (kakaocloud-api 2.2, 3.1, 3.5, 4.2). Every field but an ID may be null or
 * absent; words are open strings; what we do not use is nobody's business. Each schema is built when it is first
 * needed, because that takes as long as reading hundreds of rows.
 */
function whenNeeded<Schema>(build: () => Schema): () => Schema {
  let schema: Schema | undefined;
  return () => {
    schema ??= build();
    return schema;
  };
}

/** A blank text is no ID. */
const id = () => z.string().regex(/\S/);
const text = () => z.string().nullish();

export const pagination = whenNeeded(() =>
  z.object({ pagination: z.object({ total: z.int().nonnegative().nullish() }) }),
);

export const instanceRow = whenNeeded(() =>
  z
    .object({
      id: id(),
      name: text(),
      description: text(),
      project_id: text(),
      created_at: text(),
      status: text(),
      vm_state: text(),
      task_state: text(),
      availability_zone: text(),
      flavor: z.object({ name: text() }).nullish(),
      // Of no weight for any verdict: rather no address than no list.
      addresses: z
        .array(z.object({ public_ip: text() }).nullish())
        .nullish()
        .catch(undefined),
      attached_volumes: z
        .array(
          z.object({
            id: id(),
            size: z.number().nullish(),
            created_at: text(),
            is_root: z.boolean().nullish(),
            is_delete_on_termination: z.boolean().nullish(),
          }),
        )
        .nullish(),
      attached_volume_count: z.unknown().optional(),
    })
    .refine((row) => !isVolumeListUnsaid(row), { path: ['attached_volumes'] }),
);
export type InstanceRow = z.output<ReturnType<typeof instanceRow>>;

const metadata = () => z.record(z.string(), z.unknown()).nullish();

export const volumeRow = whenNeeded(() =>
  z.object({
    id: id(),
    name: text(),
    project_id: text(),
    created_at: text(),
    updated_at: text(),
    instance_id: text(),
    instance_name: text(),
    metadata: metadata(),
    status: text(),
    attach_status: text(),
    size: z.number().nullish(),
    volume_type: text(),
    availability_zone: text(),
  }),
);
export type VolumeRow = z.output<ReturnType<typeof volumeRow>>;

export const snapshotRow = whenNeeded(() => z.object({ id: id(), volume_id: text(), created_at: text() }));

export const clusterRow = whenNeeded(() =>
  z.object({
    id: id(),
    name: z.string().min(1),
    created_at: text(),
    status: z.object({ phase: text() }).nullish(),
    control_plane_endpoint: z.object({ host: text(), port: z.number().nullish() }).nullish(),
  }),
);
export type ClusterRow = z.output<ReturnType<typeof clusterRow>>;

export const instanceAnswer = whenNeeded(() => z.object({ instance: instanceRow() }));
export const volumeAnswer = whenNeeded(() => z.object({ volume: volumeRow() }));
export const clusterAnswer = whenNeeded(() => z.object({ cluster: clusterRow() }));
export const clustersAnswer = whenNeeded(() =>
  z
    .object({
      clusters: z.array(clusterRow()),
      // The documentation knows none here; one that names more than came says that this is not all.
      pagination: z.object({ total: z.int().nullish() }).nullish(),
    })
    .refine(({ clusters, pagination: paged }) => (paged?.total ?? clusters.length) === clusters.length, {
      path: ['pagination', 'total'],
    }),
);
