import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Checkbox } from 'antd'
import { useHttp } from '#shell/backend.ts'
import { Initial } from '#shell/parts/Person.tsx'
import { useDebounced } from '#shell/parts/use-debounced.ts'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import type { PersonSummary } from '#shell/start/answers.ts'
import { useDetailText } from '../text.ts'

interface FoundPeopleProps {
  readonly keyword: string
  readonly ids: readonly string[]
  onChange(ids: readonly string[]): void
}

/** More than that is better searched for with another letter. */
const shownAtMost = 50

/** Colleagues by name in both languages, pinyin or initials. */
export function FoundPeople({ keyword, ids, onChange }: FoundPeopleProps) {
  const { t, name } = useDetailText()
  const found = useFound(keyword)
  if (!found) return <RowsSkeleton rows={4} columns={['80%']} />
  if (found.length === 0) return <p className="oa-picker-none">{t('nobodyFound')}</p>
  return (
    <ul className="oa-found">
      {found.map(({ id, name: stored, mainDepartment }) => (
        <li key={id}>
          <Checkbox checked={ids.includes(id)}
            onChange={({ target }) => onChange(target.checked ? [...ids, id] : ids.filter((each) => each !== id))}
          >
            <span className="oa-option">
              <Initial id={id} name={stored} />
              <span className="cut">{name(stored)}</span>
              <span className="oa-option-aside cut">{name(mainDepartment?.name)}</span>
            </span>
          </Checkbox>
        </li>
      ))}
    </ul>
  )
}

function useFound(keyword: string): readonly PersonSummary[] | undefined {
  const http = useHttp()
  const searched = useDebounced(keyword)
  return useQuery({
    queryKey: ['people-found', searched],
    queryFn: ({ signal }) =>
      http.get<readonly PersonSummary[]>('/system/users/list', { keyword: searched, enable: 1, size: shownAtMost }, { signal,
        quiet: true }),
    placeholderData: keepPreviousData,
  }).data
}
