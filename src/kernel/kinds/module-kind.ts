import type { FieldDefinition, HostKind, ModuleKinds } from '../fields.ts'
import type { Fault, KindDefinition } from './kind.ts'
import { kindOf } from './registry.ts'

/** A field kind of a module. */
export interface ModuleKind {
  readonly key: keyof ModuleKinds & string
  readonly meaning: KindDefinition
}

/** A module's kind, as changes to a kind of the framework. */
export interface KindChanges extends Partial<KindDefinition> {
  /** The kind that supplies everything else: column type, expressions, filter, spreadsheet cell. */
  readonly basedOn: HostKind
  /** Further validation of a value that the base kind accepts; fault codes are locale keys of the module. */
  check?(value: unknown, field: FieldDefinition): readonly Fault[]
}

/**
 * Declares a field kind of a module, to be listed under `kinds` of both its halves.
 * @example defineKind('email', { basedOn: 'text', example: 'name@example.com' })
 */
export function defineKind(key: keyof ModuleKinds & string, { basedOn, check, ...changes }: KindChanges): ModuleKind {
  const base = { ...kindOf({ kind: basedOn }), ...changes }
  const faults: KindDefinition['faults'] = (value, field) => {
    const found = base.faults(value, field)
    return found.length > 0 || base.empty(value) ? found : (check?.(value, field) ?? [])
  }
  return Object.freeze({ key, meaning: Object.freeze({ ...base, faults }) })
}
