import { Forbidden } from '../../src/kernel/errors.ts'
import { permits } from '../../src/kernel/permissions.ts'
import type { Resource } from '../../src/kernel/resource.ts'
import type { FormValue } from '../../src/kernel/value.ts'
import type { Caller } from '../identity/caller.ts'

/** Fields of a resource that the caller is not told. */
function keptFrom({ confidential = {} }: Pick<Resource, 'confidential'>, { permissions }: Pick<Caller, 'permissions'>): readonly string[] {
  return Object.keys(confidential).filter((field) => !permits(permissions, confidential[field]!))
}

/** A record as the caller is told it: without what is confidential to them. */
export function toldOf<Told extends FormValue>(resource: Pick<Resource, 'confidential'>, caller: Pick<Caller, 'permissions'>, record: Told): Told {
  const kept = keptFrom(resource, caller)
  return kept.length === 0 ? record : (Object.fromEntries(Object.entries(record).filter(([field]) => !kept.includes(field))) as Told)
}

/** Nobody enters what they are not told. @throws Forbidden */
export function mayEnter(resource: Pick<Resource, 'confidential'>, caller: Pick<Caller, 'permissions'>, value: FormValue): void {
  if (keptFrom(resource, caller).some((field) => value[field] !== undefined)) throw new Forbidden('error.forbidden')
}
