import type { ResourceProps } from '@refinedev/core'
import { matchPath } from 'react-router'
import type { Label } from '#kernel/wording/label.ts'
import type { DeclarationIndex } from '../routing/declaration-source.ts'
import { refineName } from '../resource/record.ts'

/** Name of the documents resource and of its data provider. */
export const documentsResource = 'documents'

/** Name of the data provider for references of fields. */
export const referencesProvider = 'references'

/** References that no module declares. */
const organisation = ['person', 'department']

const documents: Label = { cn: '单据', en: 'Documents' }

/**
 * The resources for Refine: documents, declared records, references of fields, and the resources that modules register. A record resource
 * is named by the path of its API; `meta.can` contains the permission of each action. Documents have no permission, because the server
 * decides the visibility of each one. A registered resource with the name of a declared one is merged into it and takes precedence.
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

/** A page of one record of a registered resource. */
export interface RecordPage {
  readonly resource: string
  readonly action: 'create' | 'edit' | 'clone' | 'show'
  /** Absent for a new record. */
  readonly id?: string | undefined
}

const actions = ['create', 'edit', 'clone', 'show'] as const

/** The record page at an address, by the routes of the resources (`/rooms/edit/:id`). */
export function recordAt(resources: readonly ResourceProps[], pathname: string): RecordPage | undefined {
  for (const resource of resources)
    for (const action of actions) {
      const route = resource[action]
      const match = typeof route === 'string' ? matchPath(route, pathname) : null
      if (match) return { resource: resource.identifier ?? resource.name, action, id: match.params['id'] }
    }
  return undefined
}

/** Tab key of a record page: one tab for showing and editing a record, one for each create page. */
export const recordTab = ({ resource, action, id }: RecordPage): string =>
  action === 'create' || action === 'clone' ? `${resource}#${action}` : `${resource}#${id}`

/** Returns whether a create or edit page is finished on navigation to another page of its resource, as after saving. */
export function isRecordLeft(resources: readonly ResourceProps[], from: string, to: string): boolean {
  const left = recordAt(resources, from)
  if (!left || left.action === 'show') return false
  const list = resources.find(({ name, identifier }) => (identifier ?? name) === left.resource)?.list
  return recordAt(resources, to)?.resource === left.resource || (typeof list === 'string' && matchPath(list, to) !== null)
}
