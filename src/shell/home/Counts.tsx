import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useHttp } from '../backend.ts'
import { countsEvery, countsKey, useWaiting } from '../layout/badges.ts'
import { Bar } from '../parts/Skeletons.tsx'
import { useText } from '../text.tsx'

/** The numbers of the person's lists, each leading to its list. */
export function Counts() {
  const { t } = useText()
  const waiting = useWaiting()
  const handled = useHandled()
  const cells = [
    { path: '/todo', name: t('home.todo'), count: waiting?.todo },
    { path: '/initiated', name: t('home.initiated'), count: waiting?.initiated },
    { path: '/handled', name: t('home.handled'), count: handled },
    { path: '/cc', name: t('home.cc'), count: waiting?.cc },
  ]
  return (
    <ul className="oa-counts">
      {cells.map(({ path, name, count }) => (
        <li key={path}>
          <Link className="plain" to={path}>
            <span>{name}</span>
            <strong className="num">{count ?? <Bar width={28} height={20} />}</strong>
          </Link>
        </li>
      ))}
    </ul>
  )
}

function useHandled(): number | undefined {
  const http = useHttp()
  return useQuery({
    queryKey: [...countsKey, 'handled'],
    queryFn: () => http.query<number>('/workflow/tasks/doneList/count', {}, { quiet: true }),
    staleTime: countsEvery,
  }).data
}
