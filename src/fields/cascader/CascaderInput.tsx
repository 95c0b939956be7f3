import { Cascader } from 'antd'
import { useState } from 'react'
import { boxControlOf } from '../control.ts'
import { useFieldText } from '../text.ts'
import type { FilterProps, InputProps } from '../types.ts'
import { codesOf, usePlaceName } from './place-name.ts'
import { isEnough, isFound, pathTo, type PlaceOption, usePlaces } from './places.ts'

interface Branch {
  readonly value: string
  readonly label: string
  /** In both languages, for what is typed. */
  readonly name: string
  readonly children?: Branch[]
}

/** A path through the tree of areas: opened level by level, or found by what is typed. */
export function CascaderInput(props: InputProps) {
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
      showSearch={{ limit: 30, filter: (typed, path) => isEnough(path, least) && isFound(typed, path) }}
      notFoundContent={t(places ? 'noMatch' : 'searching')} displayRender={() => called} onOpenChange={setIsOpen}
      onChange={(chosen: string[] | undefined, path: Branch[] | undefined) =>
        (chosen === undefined || isEnough(path ?? [], least)) && onChange(chosen ?? null)} />
  )
}

/** Filters take a place of any level of the tree: records in it or at it are found. */
export function CascaderFilter({ field, value, onChange, id }: FilterProps) {
  const { label } = useFieldText()
  const path = pathTo(usePlaces(value !== undefined) ?? [], value)
  return (
    <CascaderInput id={id} field={{ ...field, min: 1, placeholder: field }} context={{}} value={path} aria-label={label(field)}
      onChange={(codes) => onChange(codesOf(codes).at(-1))} />
  )
}
