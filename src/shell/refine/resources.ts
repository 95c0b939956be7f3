import type { ResourceProps } from '@refinedev/core'
import type { Label } from '#kernel/wording/label.ts'
import type { ResourceEntry } from '../routing/declaration-source.ts'
import { refineName } from '../resource/record.ts'

/** Name of the documents as a resource, and of the data provider that reads them. */
export const documentsResource = 'documents'

const documents: Label = { cn: '单据', en: 'Documents' }

/**
 * The resources that Refine knows by name: documents, the modules' records, and those that modules register themselves.
 * A record's name is the path of its calls; `meta.can` names the permission of each action. Which documents somebody sees
 * is the server's answer, not a permission.
 */
export function refineResources(own: readonly ResourceProps[], declared: readonly ResourceEntry[],
  label: (label: Label) => string): ResourceProps[] {
  return [
    { name: documentsResource, list: '/orders',
      meta: { label: label(documents), dataProviderName: documentsResource, can: { view: undefined } } },
    ...declared.map((resource) => ({ name: refineName(resource), list: resource.path,
      meta: { label: label(resource), can: resource.can } })
    ),
    ...own,
  ]
}
