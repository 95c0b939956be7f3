import { Cascader } from 'antd'
import { useEffect, useState } from 'react'
import { useHttp } from '../../shell/backend.ts'
import { boxControlOf } from '../control.ts'
import { storedName, useBook, useReferences } from '../references/use-references.ts'
import { useFieldText } from '../text.ts'
import type { Candidate, CellProps, FieldDrawing, InputProps } from '../types.ts'

interface Branch {
  readonly value: string
  readonly label: string
  readonly isLeaf: boolean
  children?: Branch[]
  loading?: boolean
}

const codesOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

/** A path through the tree of areas; each level is asked for when the one above is opened. */
function CascaderInput(props: InputProps) {
  const { value, onChange } = props
  const { t, name } = useFieldText()
  const http = useHttp()
  const book = useBook()
  const codes = codesOf(value)
  const records = useReferences('cascader', codes)
  const [tree, setTree] = useState<Branch[]>([])
  const [isOpen, setIsOpen] = useState(false)

  const level = async (parent: string | null): Promise<Branch[]> => {
    const page = await http.query<{ records: readonly Candidate[] }>('/system/reference/cascader/page', { size: 200, context: { parent } }, { quiet: true })
    book.learn('cascader', page.records)
    return page.records.map((record) => ({ value: record.id, label: name(record.name), isLeaf: record['leaf'] === true }))
  }
  useEffect(() => {
    if (isOpen && tree.length === 0) void level(null).then(setTree, () => setTree([]))
    // Asked for once, when the list is first opened.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isOpen])

  return (
    <Cascader<Branch> {...boxControlOf(props)} className="oa-input" value={codes} options={tree} placeholder={t('choose')}
      displayRender={() => codes.map((code, index) => name(storedName(records[index], code))).join(' / ')}
      loadData={async (path) => {
        const last = path.at(-1)
        if (!last) return
        last.children = await level(last.value).catch(() => [])
        setTree((before) => [...before])
      }}
      onOpenChange={setIsOpen} onChange={(chosen: string[] | undefined) => onChange(chosen ?? null)} />
  )
}

function CascaderCell({ value }: CellProps) {
  const { name } = useFieldText()
  const codes = codesOf(value)
  const records = useReferences('cascader', codes)
  if (codes.length === 0) return <span className="oa-nothing">—</span>
  return <>{codes.map((code, index) => name(storedName(records[index], code))).join(' / ')}</>
}

export const drawing: FieldDrawing = { Input: CascaderInput, Cell: CascaderCell }
