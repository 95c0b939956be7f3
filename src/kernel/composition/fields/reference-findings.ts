import type { FieldDefinition, Fields } from '../../fields.ts'
import { ownRecordKinds } from '../../record-kinds.ts'
import { type Finding, finding, within } from '../problem.ts'

/** The records that fields of a composition may refer to. */
export interface Referable {
  /** Names under which records are offered. */
  readonly offered: ReadonlySet<string>
  /** Names of all resources, to explain a reference to one that offers no records. */
  readonly resources: ReadonlySet<string>
}

/** Finds references of fields and columns whose target does not exist. */
export function referenceFindings(fields: Fields, referable: Referable): Finding[] {
  return Object.entries(fields).flatMap(([key, field]) =>
    within(key, [
      ...nowhere('to', field.to, referable),
      ...nowhere('of', isModules(field) ? field.of : undefined, referable),
      ...referenceFindings(field.columns ?? {}, referable),
    ])
  )
}

const isModules = ({ of }: FieldDefinition): boolean => of !== undefined && !ownRecordKinds.has(of)

function nowhere(where: string, name: string | undefined, { offered, resources }: Referable): Finding[] {
  if (name === undefined || offered.has(name)) return []
  if (resources.has(name))
    return [
      finding(where, `资源“${name}”没有用offers声明可供选择`,
        `The resource “${name}” offers no records to choose from: it has no “offers”`),
    ]
  return [finding(where, `没有名为“${name}”的可选数据`, `Nothing is offered under the name “${name}”`)]
}
