import { statisticsPermissions } from '#kernel/statistics.ts'
import { may } from '#providers/permissions.ts'
import { SectionTitle } from '#shell/parts/SectionTitle.tsx'
import { Bar } from '#shell/parts/Skeletons.tsx'
import { useText } from '#shell/text.tsx'
import { statisticsPages } from '../../statistics/pages.ts'
import { useStatisticsText } from '../text.ts'
import { topics } from './topics.ts'

/** The outlines of the tiles that the reader will see, until their figures are here. */
export function WaitingTiles() {
  const { t } = useStatisticsText()
  const { t: shell } = useText()
  return (
    <div className="oa-waiting" role="status" aria-label={shell('shell.loading')}>
      {topics.map((topic) => {
        const own = statisticsPages.filter((page) => page.topic === topic && may(statisticsPermissions(page.key).view))
        return own.length > 0 && (
          <section key={topic} aria-label={t(`topic.${topic}`)}>
            <SectionTitle>{t(`topic.${topic}`)}</SectionTitle>
            <ul className="oa-stat-tiles">
              {own.map(({ key }) => (
                <li key={key}>
                  <span className="oa-stat-tile">
                    <Bar width="40%" height={12} />
                    <Bar width="60%" height={22} />
                    <Bar width="100%" height={72} />
                    <Bar width="80%" height={12} />
                  </span>
                </li>
              ))}
            </ul>
          </section>
        )
      })}
    </div>
  )
}
