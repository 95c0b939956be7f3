import { screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { defineFields, text } from '#kernel/fields.ts'
import { defineForm } from '#kernel/form.ts'
import { contacts, email } from '#kernel/kinds/testing-email.ts'
import { defineResource } from '#kernel/resource.ts'
import * as permissions from '#providers/permissions.ts'
import { addTexts } from '#providers/i18n.ts'
import { browserParts } from '#shell/browser-plugin.ts'
import { FormPage } from '#shell/form/FormPage.tsx'
import { claim, draw, madeUp } from '#shell/form/testing.tsx'
import { ResourcePage } from '#shell/resource/ResourcePage.tsx'
import { sourceOf } from '#shell/routing/declaration-source.ts'
import { loadDeclarations } from '#shell/routing/declarations.ts'
import { contactsInBrowser } from './testing-email.tsx'

const label = { cn: '邮箱', en: 'Email' }
const late = { timeout: 20_000 }
const modules = { ...browserParts([contactsInBrowser]), declarations: async () => sourceOf([contacts]) }
const load = () => loadDeclarations(modules)

it('is entered in a form and checked there', async () => {
  await load()
  const form = defineForm({ ...madeUp, amount: undefined, sections: [{ id: 'basics', cn: '基本信息', en: 'Basics' }],
    fields: defineFields({ mail: email({ ...label, required: true, section: 'basics' }) }), flow: claim.flow })
  const { user } = await draw(<FormPage form={form} />, {
    '/oaserver/madeUpClaim/calculate': ({ parameters }: { parameters: object }) => ({ value: parameters, problems: [], nodes: [] }),
    '/oaserver/user-input-cache': () => null,
    '/oaserver/user-input-cache/save': () => ({ updateTime: '2026-11-20 10:42:00', version: 1 }),
  }, '/sample', modules)
  await addTexts(async (locale) => contacts.locales[locale])
  const input = await screen.findByLabelText(/^Email/, {}, late)
  expect(input).toHaveAttribute('type', 'email')
  await user.type(input, 'Wei@Example')
  await user.tab()
  expect(await screen.findByText('Enter an address like name@example.com', {}, late)).toBeInTheDocument()
  await user.type(input, '.com')
  await user.tab()
  expect(input).toHaveValue('wei@example.com')
  await vi.waitFor(() => expect(screen.queryByText('Enter an address like name@example.com')).not.toBeInTheDocument())
})

it('is a link in a list, which is narrowed by a part of it; a field may have a cell of its own', async () => {
  await load()
  const may = vi.spyOn(permissions, 'may').mockReturnValue(true)
  const people = defineResource({ name: 'contact', cn: '联系人', en: 'Contacts', base: '/contacts', path: '/contacts', table: 'contact',
    key: 'mail', scope: 'everyone',
    fields: defineFields({ mail: email(label), name: text({ cn: '姓名', en: 'Name', components: { cell: 'initials' } }) }),
    columns: ['mail', 'name'], filters: ['mail'], can: { view: 'contacts:contact:view' } as never })
  const { call, user } = await draw(<ResourcePage resource={people} title={{ cn: '联系人', en: 'Contacts' }} />, {
    '/contacts/contact/page': () => ({ records: [{ id: 'c1', mail: 'wei@example.com', name: 'wei' }], total: 1 }),
    '/oaserver/listViews': () => [],
  }, '/contacts', modules)
  const row = within((await screen.findByText('wei@example.com', {}, late)).closest('tr')!)
  expect(row.getByRole('link', { name: 'wei@example.com' })).toHaveAttribute('href', 'mailto:wei%40example.com')
  expect(await row.findByTitle('wei', {}, late)).toHaveTextContent('WE')
  const [filter] = await screen.findAllByRole('textbox', { name: 'Email' }, late)
  await user.type(filter!, 'wei')
  await user.keyboard('{Enter}')
  await vi.waitFor(() => expect(call).toHaveBeenCalledWith('/contacts/contact/page', expect.objectContaining({ keyword: 'wei' })))
  may.mockRestore()
})
