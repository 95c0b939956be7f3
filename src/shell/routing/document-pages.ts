import type { ComponentType } from 'react'
import type { Form } from '#kernel/form.ts'
import { InDevelopment } from '../states/pages.tsx'
import { lazyPage, remembering } from './chunks.ts'

type DocumentPage = ComponentType<{ form: Form }>

const found = import.meta.glob<Readonly<Record<string, DocumentPage>>>(['../form/FormPage.tsx', '../detail/DetailPage.tsx',
  '../documents/TypeListPage.tsx'])

/** The generic pages of documents: entry, detail and the list of a type, drawn from the form's declaration. */
export const documentPages = {
  FormPage: page('../form/FormPage.tsx', 'FormPage'),
  DetailPage: page('../detail/DetailPage.tsx', 'DetailPage'),
  // its cells are drawn by kind: they would stand back behind their own waiting
  TypeListPage: page('../documents/TypeListPage.tsx', 'TypeListPage',
    async () => (await import('../resource/renderers.tsx')).loadRenderers()),
}

/** A form once it can be filled in without waiting: with its page, its controls and its expressions. */
export const loadFiling = remembering(async (loading: Promise<Form>) => {
  const [form, { prepareFiling }] = await Promise.all([loading, import('../documents/prepare.ts'), documentPages.FormPage.load()])
  return prepareFiling(form)
})

/** A form once documents of it can be read without waiting. */
export const loadReading = remembering(async (loading: Promise<Form>) => {
  const [form, { prepareReading }] = await Promise.all([loading, import('../documents/prepare.ts'), documentPages.DetailPage.load()])
  return prepareReading(form)
})

function page(path: string, name: string, before?: () => Promise<unknown>) {
  return lazyPage<{ form: Form }>(async () => {
    const [module] = await Promise.all([found[path]?.(), before?.()])
    return module?.[name] ?? InDevelopment
  })
}
