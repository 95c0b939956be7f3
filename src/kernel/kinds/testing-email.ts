import { builderOf } from '../fields.ts'
import { definePlugin } from '../plugin.ts'
import { defineKind } from './module-kind.ts'

declare module '../fields/definition.ts' {
  interface ModuleKinds {
    email: string
  }
}

/** An e-mail address in lower case, at most 254 characters. */
const emailKind = defineKind('email', {
  basedOn: 'text',
  sqlType: ({ max = 254 }) => `varchar(${max})`,
  example: 'name@example.com',
  isProse: undefined,
  width: 190,
  print: { width: 110 },
  parse: (text) => text.normalize('NFKC').trim().toLowerCase(),
  check: (value) => (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value as string) ? [] : [{ code: 'contacts.email', limit: true }]),
})

/** Builder of e-mail fields. */
export const email = builderOf<'email', 'max' | 'masked'>('email')

/** A module with the kind, for tests and as the example in the guide. */
export const contacts = definePlugin({
  id: 'contacts',
  kinds: [emailKind],
  fieldComponents: ['initials'],
  locales: { cn: { 'contacts.email': '请填写邮箱，如 name@example.com' },
    en: { 'contacts.email': 'Enter an address like name@example.com' } },
})
