import type { FilingSupport } from '#plugins/forms/server/contract-filing.ts'
import { type CreateFormDesign, type FormDesign, formDesignPath } from './wire.ts'

/** Publishes a design as it begins, with the first call: the contract kit tries each form in a product of its own. */
export function publishedOnce(asked: CreateFormDesign): (support: FilingSupport) => Promise<void> {
  let published: Promise<void> | undefined
  return ({ product }) => (published ??= publish(product.as('admin'), asked))
}

async function publish(admin: ReturnType<FilingSupport['product']['as']>, asked: CreateFormDesign): Promise<void> {
  const { data: design } = await admin.post<FormDesign>(formDesignPath, asked)
  if (design.problems.length > 0) throw new Error(JSON.stringify(design.problems))
  const answer = await admin.post(`${formDesignPath}/${design.id}/publish`, { revision: design.revision, reason: '投入使用' })
  if (answer.code !== 200) throw new Error(JSON.stringify(answer))
}
