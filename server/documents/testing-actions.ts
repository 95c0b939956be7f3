import { z } from 'zod'
import { defineDocumentAction } from '#server/extensions/document-extension.ts'

/** A test module's action: people with the permission write a word into the remark of a completed document whose form has this field. */
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
