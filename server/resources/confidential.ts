import { accessTo, type Discloses } from '#kernel/fields/disclosure.ts'
import { Forbidden } from '#kernel/errors.ts'
import type { Resource } from '#kernel/resource.ts'
import type { FormValue } from '#kernel/values/value.ts'

/** Fields that are not shown in full, or only read, are not entered. @throws Forbidden */
export function mayEnter(resource: Pick<Resource, 'name' | 'confidential'>, caller: Discloses, value: FormValue): void {
  if (Object.entries(value).some(([field, entered]) => entered !== undefined && accessTo(resource, caller, field) !== 'full'))
    throw new Forbidden('error.forbidden')
}
