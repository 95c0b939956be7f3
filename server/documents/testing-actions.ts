import { z } from 'zod'
import { defineDocumentAction } from '#server/extensions/document-action.ts'

/** A made-up module's action: whoever may stamp writes a word into the remark of a completed document, where its form offers it. */
export const stamp = defineDocumentAction({
  id: 'stamp',
  call: 'stamp',
  needs: 'stamp',
  during: ['completed'],
  input: { word: z.string().max(20) },
  note: { cn: '已盖章', en: 'Stamped' },
  answer: 'test.stamped',
  placeIn: ({ fields }) => ('remark' in fields ? { field: 'remark' } : undefined),
  write: (value, { field }, { word }) => ({ ...value, [field]: word }),
})
