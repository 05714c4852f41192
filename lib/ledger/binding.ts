import { AuditFailure } from '../terms/failure.ts';
import { resourceId } from '../terms/ids.ts';
import type { Store } from './store.ts';

/**
 * A ledger is about one project of the cloud: whoever reads it with the key of another would see that all of its
 * resources are gone. Each project that ever wrote to it is a key of its own, so that nothing needs to be read.
 *
 * @throws AuditFailure `foreign-project`, `store-unreadable`
 */
export async function checkBinding(store: Store, project: string, cloudProject: string): Promise<void> {
  const own = bindingKey(project, cloudProject);
  const other = (await store.list(folder(project))).find((key) => key !== own);
  if (other === undefined) return;
  const written = other.slice(folder(project).length).replace(/\.json$/, '');
  throw new AuditFailure(
    'foreign-project',
    `the ledger of ${project} was written with the key of the cloud project ${written}, and this key is of ${cloudProject}`,
    'give the project its own key again, or give the other one a name of its own in the configuration',
  );
}

/**
 * Says that this project of the cloud writes to the ledger.
 *
 * @throws AuditFailure `store-unwritable`
 */
export async function bind(store: Store, project: string, cloudProject: string): Promise<void> {
  const text = `${JSON.stringify({ project, cloudProject })}\n`;
  await store.create(bindingKey(project, cloudProject), new TextEncoder().encode(text));
}

function folder(project: string): string {
  return `cloud-projects/${project}/`;
}

/** IDs are compared as UUIDs; a project's is written without dashes. */
function bindingKey(project: string, cloudProject: string): string {
  const id = resourceId(cloudProject) ?? cloudProject;
  return `${folder(project)}${id.replaceAll(/[^a-z0-9]/g, '')}.json`;
}
