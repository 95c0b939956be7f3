import { screen } from '@testing-library/react'
import type { FiledDocument } from '#approval/wire/filed-document.ts'
import type { Http } from '#providers/http.ts'
import { FormPage } from './FormPage.tsx'
import { claim, draw } from './testing.tsx'

export const calculate = '/oaserver/madeUpClaim/calculate'
export const drafts = '/oaserver/user-input-cache'
export const apply = '/oaserver/madeUpClaim/apply'
const quiet = {
  [calculate]: ({ parameters }: { parameters: object }) => ({ value: parameters, problems: [], nodes: [] }),
  [drafts]: () => null,
  [`${drafts}/save`]: () => ({ updateTime: '2026-11-20 10:42:00', version: 1 }),
}

/** Renders the form of the sample claim with these answers; `before` runs first. */
export const open = async (answers = {}, before?: (http: Http) => Promise<void>) => {
  const page = await draw(async (http) => {
    await before?.(http)
    return <FormPage form={claim} />
  }, { ...quiet, ...answers })
  await screen.findByLabelText(/^Title/, {}, { timeout: 20_000 })
  return page
}

/** Renders the form for editing a filed document. */
export const openFiled = async (detail: () => FiledDocument, answers = {}) => {
  const page = await draw(<FormPage form={claim} />, { ...quiet, '/oaserver/madeUpClaim/detail': detail,
    '/oaserver/fileWhitelist/list': () => [], ...answers }, '/sample?operate=edit&procInstId=d1')
  await screen.findByLabelText(/^Title/, {}, { timeout: 20_000 })
  return page
}

export const cell = (label: string, row = 1) => screen.findByLabelText(`${label}, row ${row}`)

/** Enters a valid claim. */
export async function fill({ user }: Awaited<ReturnType<typeof open>>, amount = '12') {
  await user.type(screen.getByLabelText(/^Title/), 'Cables')
  await user.type(await cell('Detail'), 'Two cables')
  await user.type(await cell('Amount'), amount)
  await user.tab()
}

/** The local drafts. */
export const keptHere = () =>
  Object.entries({ ...localStorage }).flatMap((
    [name, text],
  ) => (name.startsWith('oa.draft.') ? [JSON.parse(text as string) as unknown] : []))
