import { startTransition, useEffect, useState } from 'react'
import type { FiledDocument } from '#approval/wire/filed-document.ts'
import { useBook } from '#fields/references/use-references.ts'
import { learnReferences } from './document.ts'

/** A document once its names are known to every field: what is shown of it depends on them, and would come in one field after the other. */
export function useLearned(document: FiledDocument | undefined): FiledDocument | undefined {
  const book = useBook()
  const [known, setKnown] = useState<FiledDocument>()
  useEffect(() => {
    if (document) learnReferences(book, document)
    // Drawn in slices, between which the browser answers.
    startTransition(() => setKnown(document))
  }, [book, document])
  return known
}
