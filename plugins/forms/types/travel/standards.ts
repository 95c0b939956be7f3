import { type Feel, integer } from '#kernel/fields.ts'

/** Provincial capitals and the cities planned separately, by their codes; those of the first tier are not among them. */
const secondTier = [
  '130100',
  '140100',
  '150100',
  '210100',
  '210200',
  '220100',
  '230100',
  '320100',
  '330100',
  '330200',
  '340100',
  '350100',
  '350200',
  '360100',
  '370100',
  '370200',
  '410100',
  '420100',
  '430100',
  '450100',
  '460100',
  '510100',
  '520100',
  '530100',
  '540100',
  '610100',
  '620100',
  '630100',
  '640100',
  '650100',
]
const oneOf = (codes: readonly string[]) => `(${codes.map((code) => `"${code}"`).join(', ')})`

/**
 * The tier of the city that an area field names: its value in the dictionary of city tiers; nothing while there is no area. A country is
 * named by two letters.
 */
export const tierOf = (area: string): Feel =>
  `if count(${area}) = 0 then null else if ${area}[1] in ("710000", "810000", "820000") then "4" ` +
  `else if string length(${area}[1]) = 2 then "5" ` +
  `else if ${area}[1] in ("110000", "310000") or ${area}[2] in ("440100", "440300") then "1" ` +
  `else if ${area}[1] in ("120000", "500000") or ${area}[2] in ${oneOf(secondTier)} then "2" else "3"`

/** The condition that an area field names a place outside of mainland China. */
export const isAbroad = (area: string): Feel => `(${area}[1] in ("710000", "810000", "820000") or string length(${area}[1]) = 2)`

/** The city of an area field, without its district. */
export const cityOf = (area: string): Feel => `if count(${area}) > 1 then ${area}[2] else ${area}[1]`

/** The condition that a flight over this distance has to be compared with the train. */
export const isCompared = (distance: string): Feel =>
  `(if parameter("travelRule", "airRailCompareSide") = "over" then ${distance} > parameter("travelRule", "airRailCompareKm") ` +
  `else ${distance} <= parameter("travelRule", "airRailCompareKm"))`

/** The class that a position level travels in by default, of each means of transport that has classes. */
export const standardClass = (level: string): Feel =>
  `if transport in ("1", "2") then string(parameter("travelStandard", (if transport = "1" then "air." else "rail.") + ${level})) ` +
  `else if transport = "3" then "6" else null`

/** Units of the form's currency for one of the standards: RMB, or USD abroad. */
export const inCurrency = (tier: string): Feel => `(if ${tier} = "5" then header.usdRate else 1) / header.exchangeRate`

/** The distance of the two places of a row by the table that finance keeps; nothing where it does not know. */
export const tableKm = integer({ cn: '里程表公里数', en: 'Distance table (km)', system: true, readOnly: true, visible: 'false' })
