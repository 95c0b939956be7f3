import type { ResourceProps } from '@refinedev/core'
import { matchPath } from 'react-router'
import type { Label } from '#kernel/wording/label.ts'
import type { DeclarationIndex } from '../routing/declaration-source.ts'
import { refineName } from '../resource/record.ts'

/** Name of the documents as a resource, and of the data provider that reads them. */
export const documentsResource = 'documents'

/** Name of the data provider of what fields refer to. */
export const referencesProvider = 'references'

/** References that no module declares. */
const organisation = ['person', 'department']

const documents: Label = { cn: '单据', en: 'Documents' }

/**
 * The resources that Refine knows by name: documents, the modules' records, and those that modules register themselves.
 * A record's name is the path of its calls; `meta.can` names the permission of each action. Which documents somebody sees
 * is the server's answer, not a permission. What fields refer to has the name of the reference. A module that registers a resource under
 * the name of a declared one adds to it: what it sets wins, and the rest stays.
 */
export function refineResources(own: readonly ResourceProps[],
  { resources: declared, references }: Pick<DeclarationIndex, 'resources' | 'references'>,
  label: (label: Label) => string): ResourceProps[] {
  const known: ResourceProps[] = [
    { name: documentsResource, list: '/orders',
      meta: { label: label(documents), dataProviderName: documentsResource, can: { view: undefined } } },
    ...declared.map((resource) => ({ name: refineName(resource), list: resource.path,
      meta: { label: label(resource), can: resource.can } })
    ),
    ...[...organisation, ...references].map((name) => ({ name, meta: { dataProviderName: referencesProvider, can: {} } })),
  ]
  const added = own.filter(({ name, identifier }) => identifier !== undefined || !known.some((each) => each.name === name))
  return [
    ...known.map((resource) => merged(resource, own.find(({ name, identifier }) => identifier === undefined && name === resource.name))),
    ...added,
  ]
}

const merged = (resource: ResourceProps, own: ResourceProps | undefined): ResourceProps =>
  own ? { ...resource, ...own, meta: { ...resource.meta, ...own.meta } } : resource

/** A page of one record of a resource that a module registers. */
export interface RecordPage {
  readonly resource: string
  readonly action: 'create' | 'edit' | 'clone' | 'show'
  /** Absent where the record is yet to be created. */
  readonly id?: string | undefined
}

const actions = ['create', 'edit', 'clone', 'show'] as const

/** The record whose page is at an address, by the routes that the resources name (`/rooms/edit/:id`). */
export function recordAt(resources: readonly ResourceProps[], pathname: string): RecordPage | undefined {
  for (const resource of resources)
    for (const action of actions) {
      const route = resource[action]
      const match = typeof route === 'string' ? matchPath(route, pathname) : null
      if (match) return { resource: resource.identifier ?? resource.name, action, id: match.params['id'] }
    }
  return undefined
}

/** The open tab of a record: one for its pages to look and to edit, one for each resource's page to create. */
export const recordTab = ({ resource, action, id }: RecordPage): string =>
  action === 'create' || action === 'clone' ? `${resource}#${action}` : `${resource}#${id}`

/** Returns whether the page of a record is done with when its reader goes to another page of the resource, as after saving. */
export function isRecordLeft(resources: readonly ResourceProps[], from: string, to: string): boolean {
  const left = recordAt(resources, from)
  if (!left || left.action === 'show') return false
  const list = resources.find(({ name, identifier }) => (identifier ?? name) === left.resource)?.list
  return recordAt(resources, to)?.resource === left.resource || (typeof list === 'string' && matchPath(list, to) !== null)
}
