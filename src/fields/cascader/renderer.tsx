import { Cascader } from 'antd'
import { useState } from 'react'
import { boxControlOf } from '../control.ts'
import { storedName, useReferences } from '../references/use-references.ts'
import { useFieldText } from '../text.ts'
import type { CellProps, FieldRenderer, FilterProps, InputProps } from '../types.ts'
import { isEnough, isFound, pathTo, type PlaceOption, tailOf, usePlaces } from './places.ts'

interface Branch {
  readonly value: string
  readonly label: string
  /** In both languages, for what is typed. */
  readonly name: string
  readonly children?: Branch[]
}

const codesOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

/** A path through the tree of areas: opened level by level, or found by what is typed. */
function CascaderInput(props: InputProps) {
  const { value, onChange, field } = props
  const { t, name, label } = useFieldText()
  const codes = codesOf(value)
  const called = usePlaceName(codes)
  const [isOpen, setIsOpen] = useState(false)
  const places = usePlaces(isOpen)
  const branchOf = (place: PlaceOption): Branch => ({ value: place.value, label: name(place.name), name: place.name,
    ...(place.children && { children: place.children.map(branchOf) }) })
  const least = field.min ?? 2
  return (
    <Cascader<Branch> {...boxControlOf(props)} className="oa-input" value={codes} options={places?.map(branchOf) ?? []}
      placeholder={field.placeholder ? label(field.placeholder) : t('choose')} changeOnSelect
      showSearch={{ limit: 30, filter: (typed, path) => isEnough(path, least) && isFound(typed, path) }} notFoundContent={t(places ? 'noMatch' : 'searching')}
      displayRender={() => called} onOpenChange={setIsOpen}
      onChange={(chosen: string[] | undefined, path: Branch[] | undefined) => (chosen === undefined || isEnough(path ?? [], least)) && onChange(chosen ?? null)} />
  )
}

function CascaderCell({ value }: CellProps) {
  const codes = codesOf(value)
  const called = usePlaceName(codes)
  return codes.length === 0 ? <span className="oa-nothing">—</span> : <>{called}</>
}

function usePlaceName(codes: readonly string[]): string {
  const { name } = useFieldText()
  const shown = tailOf(codes)
  const records = useReferences('cascader', shown)
  return shown.map((code, index) => name(storedName(records[index], code))).join(' / ')
}

/** What is in a place, or is it: a level of the tree is enough. */
function CascaderFilter({ field, value, onChange, id }: FilterProps) {
  const { label } = useFieldText()
  const path = pathTo(usePlaces(value !== undefined) ?? [], value)
  return (
    <CascaderInput id={id} field={{ ...field, min: 1, placeholder: field }} context={{}} value={path} aria-label={label(field)}
      onChange={(codes) => onChange(codesOf(codes).at(-1))} />
  )
}

export const renderer: FieldRenderer = { Input: CascaderInput, Cell: CascaderCell, Filter: CascaderFilter }
