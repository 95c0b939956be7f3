import { useQuery } from '@tanstack/react-query'
import { AutoComplete } from 'antd'
import { useState } from 'react'
import { useHttp } from '#shell/backend.ts'
import { useFieldContext } from '../surroundings.ts'
import { boxControlOf } from '../control.ts'
import { useFieldText } from '../text.ts'
import type { InputProps } from '../types.ts'
import { useOptions } from './options.ts'

/** A choice whose dictionary only proposes: anything may be written. Banks propose their branches too. */
export function FreeChoiceInput(props: InputProps) {
  const { field, value, onChange, context, variant } = props
  const { label } = useFieldText()
  const text = typeof value === 'string' ? value : ''
  const [isOpen, setIsOpen] = useState(false)
  const options = useOptions(field, context).filter((option) => !option.disabled)
  const branches = useBranches(field.dict === 'bank' && isOpen, text)
  const { fill } = useFieldContext(context)
  const words = text.toLowerCase()
  const proposed = options.filter((option) => `${option.cn} ${option.en}`.toLowerCase().includes(words))

  const choose = (chosen: string) => {
    onChange(chosen)
    const branch = branches.find(({ bankName }) => bankName === chosen)
    if (branch) fill({ bankBranchNo: branch.branchNo, swiftNumber: branch.swift })
  }
  return (
    <AutoComplete<string> {...boxControlOf(props)} className="oa-input" value={text} onOpenChange={setIsOpen} onSelect={(chosen) => choose(String(chosen))}
      onChange={(typed: string | undefined) => onChange(typed || null)} popupMatchSelectWidth={variant === 'borderless' ? 280 : true}
      options={[
        ...proposed.map((option) => ({ value: option.value, label: label(option) })),
        ...branches.slice(0, 50).map(({ bankName }) => ({ value: bankName, label: bankName })),
      ]} />
  )
}

interface Branch {
  readonly bankName: string
  readonly branchNo: string | null
  readonly swift: string | null
}

/** Branches whose name contains what was typed; two characters at least. */
function useBranches(isWanted: boolean, keyword: string): readonly Branch[] {
  const http = useHttp()
  const { data } = useQuery({
    queryKey: ['banks', keyword],
    queryFn: ({ signal }) => http.get<readonly Branch[]>('/public/bank/list', { keyword }, { signal, quiet: true }),
    enabled: isWanted && keyword.trim().length >= 2,
    staleTime: Infinity,
    placeholderData: (before) => before,
  })
  return isWanted ? (data ?? []) : []
}
