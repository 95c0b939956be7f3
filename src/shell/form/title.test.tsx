import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { defineFields, text } from '#kernel/fields.ts'
import { approve, defineFlow, initiator } from '#kernel/flow.ts'
import { defineForm } from '#kernel/form.ts'
import { FormPage } from './FormPage.tsx'
import { filed as filedDocument } from '../detail/testing.tsx'
import { draw } from './testing.tsx'

const request = defineForm({
  key: 'madeUpRequest',
  cn: '试用申请',
  en: 'Sample request',
  path: '/sample',
  prefix: 'SQ',
  group: 'sample',
  icon: 'file',
  fields: defineFields({
    title: text({ cn: '标题', en: 'Title', required: true, default: '"提交的申请"' }),
    titleEn: text({ cn: '英文标题', en: 'English title', system: true, value: 'if title = "提交的申请" then "A request" else title' }),
  }),
  flow: defineFlow([approve('check', initiator, { cn: '审核', en: 'Check' })]),
})

beforeEach(() => localStorage.clear())

const apply = '/oaserver/madeUpRequest/apply'

async function filed(type?: string) {
  const page = await draw(<FormPage form={request} />, {
    '/oaserver/madeUpRequest/calculate': ({ parameters }: { parameters: object }) => ({ value: parameters, problems: [], nodes: [] }),
    '/oaserver/user-input-cache': () => null,
    [apply]: () => ({ businessKey: 'd1', businessNo: 'SQ1', procInstId: 'd1' }),
  })
  const title = await screen.findByLabelText(/^Title/, {}, { timeout: 20_000 })
  await waitFor(() => expect(title).toHaveValue('A request'))
  if (type) await page.user.type(title, type)
  const shown = (title as HTMLInputElement).value
  await page.user.click(screen.getByRole('button', { name: /^Submit/ }))
  await waitFor(() => expect(page.call.mock.calls.some(([path]) => path === apply)).toBe(true))
  const [, body] = page.call.mock.calls.find(([path]) => path === apply) ?? []
  return { shown, business: (body as { business: object }).business }
}

describe('a title that is proposed', () => {
  it('is shown in the language of whoever files, and filed in both', async () => {
    expect(await filed()).toMatchObject({ shown: 'A request', business: { title: '提交的申请', titleEn: 'A request' } })
  })

  it('gives way to what somebody types', async () => {
    expect(await filed(' for cables')).toMatchObject({ shown: 'A request for cables',
      business: { title: 'A request for cables', titleEn: 'A request for cables' } })
  })

  it('is shown in the language of whoever corrects it, and may be typed over', async () => {
    const value = { title: '提交的申请', titleEn: 'A request' }
    const page = await draw(<FormPage form={request} />, {
      '/oaserver/madeUpRequest/calculate': ({ parameters }: { parameters: object }) => ({ value: parameters, problems: [], nodes: [] }),
      '/oaserver/user-input-cache': () => null,
      '/oaserver/user-input-cache/save': () => ({ updateTime: '2026-11-20 10:42:00', version: 1 }),
      '/oaserver/madeUpRequest/detail': () => ({ ...filedDocument, businessType: 'madeUpRequest', actions: ['revoke', 'resubmit'],
        business: value, taskId: 't2', nodeId: 'start',
        currentTask: { id: 't2', name: 'Start', nodeId: 'start', assigneeList: ['wang'] } }),
      '/oaserver/fileWhitelist/list': () => [],
    }, '/sample?operate=edit&procInstId=d1')
    const title = await screen.findByLabelText(/^Title/, {}, { timeout: 20_000 })
    await waitFor(() => expect(title).toHaveValue('A request'))
    await page.user.type(title, ' for cables')
    expect(title).toHaveValue('A request for cables')
  })
})

describe('a title of a form whose documents have a subject', () => {
  const trip = { ...request, subject: ['purpose'] as const, fields: { ...request.fields, ...defineFields({
    title: text({ cn: '标题', en: 'Title', required: true, default: '"王伟提交的试用申请"' }),
    titleEn: text({ cn: '英文标题', en: 'English title', system: true,
      value: 'if title = "王伟提交的试用申请" then "By Wang" else title' }),
    purpose: text({ cn: '事由', en: 'Purpose' }),
  }) } }
  const open = async () => {
    const page = await draw(<FormPage form={trip} />, {
      '/oaserver/madeUpRequest/calculate': ({ parameters }: { parameters: object }) => ({ value: parameters, problems: [], nodes: [] }),
      '/oaserver/user-input-cache': () => null,
      '/oaserver/user-input-cache/save': () => ({ updateTime: '2026-11-20 10:42:00', version: 1 }),
      [apply]: () => ({ businessKey: 'd1', businessNo: 'SQ1', procInstId: 'd1' }),
    })
    const title = await screen.findByLabelText(/^Title/, {}, { timeout: 20_000 })
    await waitFor(() => expect(title).toHaveValue('By Wang'))
    await page.user.type(screen.getByLabelText('Purpose'), 'Cables')
    await page.user.tab()
    return { page, title }
  }

  it('is written from it until somebody types', async () => {
    const { page, title } = await open()
    await waitFor(() => expect(title).toHaveValue('Cables'))
    expect(title).toHaveAccessibleDescription('Written from what you enter. You can change it')
    await page.user.type(title, ' for the lab')
    expect(title).toHaveValue('Cables for the lab')
    expect(title).not.toHaveAccessibleDescription()
    await page.user.type(screen.getByLabelText('Purpose'), ' and plugs')
    expect(title).toHaveValue('Cables for the lab')
  })

  it('stays the generated one where it is filed, before which lists show the subject', async () => {
    const { page, title } = await open()
    await waitFor(() => expect(title).toHaveValue('Cables'))
    await page.user.click(screen.getByRole('button', { name: /^Submit/ }))
    await waitFor(() => expect(page.call.mock.calls.some(([path]) => path === apply)).toBe(true))
    const [, body] = page.call.mock.calls.find(([path]) => path === apply) ?? []
    expect((body as { business: object }).business).toMatchObject({ title: '王伟提交的试用申请', titleEn: 'By Wang', purpose: 'Cables' })
  })
})
