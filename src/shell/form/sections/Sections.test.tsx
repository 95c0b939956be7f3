import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { attachment, defineFields, radio, table, text } from '#kernel/fields.ts'
import { approve, defineFlow, initiator } from '#kernel/flow.ts'
import { defineForm } from '#kernel/form.ts'
import { DetailPage } from '../../detail/DetailPage.tsx'
import { filed } from '../../detail/testing.tsx'
import { lazyPage } from '../../routing/chunks.ts'
import { FormPage } from '../FormPage.tsx'
import { draw, madeUp } from '../testing.tsx'

const files = { cn: '附件', en: 'Attachments' }

const form = defineForm({
  ...madeUp,
  amount: undefined,
  sections: [{ id: 'basics', cn: '基本信息', en: 'Basics' }, { id: 'files', ...files }],
  fields: defineFields({
    title: text({ cn: '标题', en: 'Title', section: 'basics', required: true, max: 50 }),
    urgent: radio({ cn: '加急', en: 'Urgent', section: 'basics', default: '"0"',
      options: [{ value: '1', cn: '是', en: 'Yes' }, { value: '0', cn: '否', en: 'No' }] }),
    attachmentList: attachment({ ...files, section: 'files', max: 5, required: 'urgent = "1"', visible: 'true' }),
  }),
  flow: defineFlow([approve('check', initiator, { cn: '审核', en: 'Check' })]),
})

const heading = () => screen.findByRole('heading', { name: /^Attachments/ }, { timeout: 20_000 })

beforeEach(() => localStorage.clear())

it('a section that is named for its one field carries the star of the field while it is required', async () => {
  const { user } = await draw(<FormPage form={form} />, {
    '/oaserver/madeUpClaim/calculate': ({ parameters }: { parameters: object }) => ({ value: parameters, problems: [], nodes: [] }),
    '/oaserver/user-input-cache': () => null,
    '/oaserver/fileWhitelist/list': () => [],
  })
  expect(await heading()).toHaveTextContent(/^Attachments$/)
  await user.click(await screen.findByRole('radio', { name: 'Yes' }))
  await waitFor(async () => expect(within(await heading()).getByText('required')).toBeInTheDocument())
})

it('a document names such a section once, with its star, where the field may be written', async () => {
  await draw(<DetailPage form={form} />, {
    '/oaserver/madeUpClaim/detail': () => ({ ...filed, nodeId: 'check', editable: ['attachmentList'],
      business: { title: 'Cables', applicant: 'wang', urgent: '1', attachmentList: [] } }),
    '/oaserver/messages/myGotItSetRead': () => true,
    '/oaserver/fileWhitelist/list': () => [],
    '/system/reference/attachment/find': () => [],
  }, '/sample-detail?procInstId=d1')
  const title = await heading()
  expect(within(title).getByText('required')).toBeInTheDocument()
  // form.css hides the label of such a field
  expect(title.closest('section')).toHaveAttribute('data-single', 'true')
})

it('on a phone the section with rows from files or the camera stands first', async () => {
  const fed = defineForm({
    ...madeUp,
    amount: undefined,
    sections: [{ id: 'basics', cn: '基本信息', en: 'Basics' }, { id: 'items', cn: '明细', en: 'Items' }],
    fields: defineFields({
      title: text({ cn: '标题', en: 'Title', section: 'basics', required: true, max: 50 }),
      items: table({ cn: '明细', en: 'Items', section: 'items',
        columns: { number: text({ cn: '发票号码', en: 'Invoice', as: 'invoiceNumber' }) } }),
    }),
    flow: defineFlow([approve('check', initiator, { cn: '审核', en: 'Check' })]),
  })
  const shown = async () => {
    await draw(<FormPage form={fed} />, {
      '/oaserver/madeUpClaim/calculate': ({ parameters }: { parameters: object }) => ({ value: parameters, problems: [], nodes: [] }),
      '/oaserver/user-input-cache': () => null,
    }, '/sample', { rowSources: [{ id: 'drop', of: 'invoiceNumber', component: lazyPage(async () => () => null) }] })
    await screen.findByLabelText(/^Title/, {}, { timeout: 20_000 })
    const names = screen.getAllByRole('region').map((section) => section.getAttribute('aria-label'))
    cleanup()
    return names.filter((name) => name === 'Basics' || name === 'Items')
  }
  expect(await shown()).toEqual(['Basics', 'Items'])
  const media = vi.spyOn(globalThis, 'matchMedia').mockImplementation((query) =>
    ({ matches: query.includes('max-width: 767px'), media: query, addEventListener: () => undefined, removeEventListener: () =>
      undefined }) as unknown as MediaQueryList
  )
  onTestFinished(() => media.mockRestore())
  expect(await shown()).toEqual(['Items', 'Basics'])
})

const parts = ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven']

const longForm = defineForm({
  ...madeUp,
  amount: undefined,
  sections: parts.map((part) => ({ id: part.toLowerCase(), cn: part, en: part })),
  fields: Object.fromEntries(
    parts.map((
      part,
    ) => [`field${part}`,
      text({ cn: part, en: `Field ${part}`, section: part.toLowerCase(), max: 50, ...(part === 'Seven' && { visible: 'false' }) })]
    ),
  ),
  flow: form.flow,
})

it('a long form has an index of the sections that are shown, which leads to the first field of each', async () => {
  const media = vi.spyOn(globalThis, 'matchMedia').mockImplementation((query) =>
    ({ matches: query.includes('min-width'), media: query, addEventListener: () => undefined, removeEventListener: () =>
      undefined }) as unknown as MediaQueryList
  )
  onTestFinished(() => media.mockRestore())
  const { user } = await draw(<FormPage form={longForm} />, {
    '/oaserver/madeUpClaim/calculate': ({ parameters }: { parameters: object }) => ({ value: parameters, problems: [], nodes: [] }),
    '/oaserver/user-input-cache': () => null,
  })
  const index = within(await screen.findByRole('navigation', { name: 'Sections' }, { timeout: 20_000 }))
  expect(index.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(parts.slice(0, 6))
  await user.click(index.getByRole('button', { name: 'Five' }))
  expect(screen.getByLabelText('Field Five')).toHaveFocus()
})
