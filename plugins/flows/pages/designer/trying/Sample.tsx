import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useEffect, useMemo, useState } from 'react'
import { linkableDocuments } from '#fields/documentLink/linkable.ts'
import { useBook } from '#fields/references/use-references.ts'
import { documentLink } from '#kernel/fields.ts'
import type { Form } from '#kernel/form.ts'
import { useHttp } from '#shell/backend.ts'
import { documentQuery, learnReferences } from '#shell/detail/document.ts'
import { needRecords, useFormFacts } from '#shell/form/store/facts.ts'
import { useDebounced } from '#shell/parts/use-debounced.ts'
import type { DocumentSample } from '../panel/ConditionEditor.tsx'
import { designsKey } from '../calls.ts'
import { useDesignText } from '../text.ts'

interface DocumentSelectProps {
  readonly form: string
  readonly value: string | undefined
  readonly id?: string
  readonly label?: string
  readonly placeholder: string
  onChange(document: string | undefined): void
}

/** Chooses a filed document of the form by number or title. */
export function DocumentSelect({ form, value, id, label, placeholder, onChange }: DocumentSelectProps) {
  const { name } = useDesignText()
  const http = useHttp()
  const [typed, setTyped] = useState('')
  const keyword = useDebounced(typed)
  const { data } = useQuery({
    queryKey: [designsKey, 'documents', form, keyword],
    queryFn: () =>
      linkableDocuments(http, documentLink({ cn: '', en: '', links: [form], linkStates: ['inApproval', 'completed'] }), {
        label: keyword,
        current: 1,
      }),
  })
  const options = (data?.records ?? []).map((record) => ({ value: String(record['procInstId'] ?? record.id),
    label: `${record['businessNo'] ?? ''} ${record.subject ?? name(record.starterName)}`.trim() })
  )
  return (
    <Select id={id} aria-label={label} className="oa-fd-document" showSearch allowClear filterOption={false} value={value} options={options}
      placeholder={placeholder} popupMatchSelectWidth={false} onSearch={setTyped}
      onChange={(chosen: string | undefined) => onChange(chosen)} />
  )
}

/** The value of a filed document with everything that its expressions read; undefined until it is here. */
export function useSample(form: Form | undefined, document: string | undefined): DocumentSample | undefined {
  const http = useHttp()
  const book = useBook()
  const facts = useFormFacts()
  const { data } = useQuery({ ...documentQuery(http, form?.key ?? '', document ?? ''),
    enabled: document !== undefined && form !== undefined })
  const [version, setVersion] = useState(0)
  useEffect(() => {
    if (!data || !form) return
    learnReferences(book, data)
    needRecords(book, form.fields, data.business)
    return book.subscribe(() => setVersion((before) => before + 1))
  }, [book, data, form])
  // results of expressions change when further records arrive
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the version stands for the book
  return useMemo(() => data && { value: data.business, initiator: data.startUserId, facts }, [data, facts, version])
}
