import type { FormValue } from '../../src/kernel/value.ts'
import type { Showing } from '../plugin.ts'
import { type DocumentHost, extensionsOf } from './host.ts'

/** A document's value as its reader is shown it: without what modules keep from them. */
export async function shownValue(host: DocumentHost, showing: Omit<Showing, 'departments'>): Promise<FormValue> {
  let { value } = showing
  for (const extension of extensionsOf(host, showing.form)) value = { ...value, ...(await extension.shown?.({ ...showing, departments: host.departments, value })) }
  return value
}
