import { useState } from 'react'
import { useBook } from '#fields/references/use-references.ts'
import type { Label } from '#kernel/wording/label.ts'
import { subjectOf } from '#kernel/wording/subject.ts'
import { isTitleGiven } from '../../documents/title.ts'
import type { CellName } from '../store/cell.ts'
import type { FormStore } from '../store/form-store.ts'
import { usePart } from '../store/use-store.ts'
import { useFormText } from '../text.ts'

const isTitle = ({ key, rowId }: CellName): boolean => key === 'title' && rowId === undefined

/**
 * The displayed title. A generated title exists in both languages and both are filed; an English user sees the English one, also when the
 * document is edited. Where the form has a subject, it is shown instead, as in lists. For a typed title, the English one is the same.
 */
export function useProposed(cell: CellName, value: unknown): unknown {
  const { locale } = useFormText()
  const [first] = useState(value)
  const isOpen = (store: FormStore) => isTitle(cell) && (!store.isEntered(cell) || value === first)
  const english = usePart((store) => (locale === 'en' && isOpen(store) ? store.value['titleEn'] : undefined))
  const written = useWritten((store) => isOpen(store) && isGiven(store))
  return written ?? (typeof english === 'string' ? english : value)
}

/** The remark below a title that is written from other fields; undefined for other fields and typed titles. */
export function useTitleHint(cell: CellName): Label | undefined {
  return useWritten((store) => isTitle(cell) && isGiven(store)) === undefined ? undefined : writtenHint
}

const writtenHint: Label = { cn: '按填写的内容生成，可修改', en: 'Written from what you enter. You can change it' }

/** The subject of the form's value in the user's language, while `isShown`. */
function useWritten(isShown: (store: FormStore) => boolean): string | undefined {
  const { locale } = useFormText()
  const book = useBook()
  return usePart((store) => {
    if (!isShown(store)) return undefined
    const subject = subjectOf(store.form, store.value, { reference: book.get })
    return subject[locale] || subject.cn || undefined
  })
}

const isGiven = ({ form, value: { title } }: FormStore): boolean =>
  typeof title === 'string' && isTitleGiven({ title, processName: form.cn })
