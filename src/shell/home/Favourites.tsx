import { Link } from 'react-router'
import { Icon } from '../layout/Icon.tsx'
import { useNewRequest } from '../layout/new-request.ts'
import { useText } from '../text.tsx'
import { useFavourites } from './favourites.ts'
import { quickStart } from './quick-start.ts'
import { useStartable } from './startable.ts'

/** As many as stand beside the greeting. */
const most = 6

/** The processes that the person is most likely to start, and the way to everything else. */
export function Favourites() {
  const { t, locale } = useText()
  const openNewRequest = useNewRequest()
  const { starred } = useFavourites()
  const groups = useStartable()
  return (
    <nav className="oa-favourites" aria-label={t('home.start')}>
      {quickStart(groups ?? [], starred).slice(0, most).map((tile) => {
        const name = locale === 'cn' ? tile.name : tile.nameEn
        const short = (locale === 'cn' ? tile.shortName : tile.shortNameEn) ?? name
        return (
          <Link key={tile.businessType} className="plain" to={tile.path ?? `/${tile.businessType}Edit`} aria-label={name} title={name}>
            <Icon name={tile.icon} />
            {short}
          </Link>
        )
      })}
      <button type="button" className="plain" onClick={openNewRequest}>{t('home.allProcesses')}</button>
    </nav>
  )
}
