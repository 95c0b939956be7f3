import type { StatisticsPage } from '#kernel/statistics.ts'
import type { Locale } from '#kernel/wording/label.ts'

/** Returns the title of a report: its view, then its page; once where the view is named like the page. */
export function reportTitle(view: string, page: Pick<StatisticsPage, Locale>, language: Locale): string {
  const isLikePage = [page.cn, page.en].some((name) => name.slice(0, 30) === view)
  return isLikePage ? page[language] : `${view} · ${page[language]}`
}
