import { type Feel, integer } from '#kernel/fields.ts'

/** Codes of second-tier cities: provincial capitals and separately planned cities, except first-tier ones. */
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
 * Expression for the city tier of an area field, a value of the dictionary of city tiers; null without an area. Country codes have two
 * letters.
 */
export const tierOf = (area: string): Feel =>
  `if count(${area}) = 0 then null else if ${area}[1] in ("710000", "810000", "820000") then "4" ` +
  `else if string length(${area}[1]) = 2 then "5" ` +
  `else if ${area}[1] in ("110000", "310000") or ${area}[2] in ("440100", "440300") then "1" ` +
  `else if ${area}[1] in ("120000", "500000") or ${area}[2] in ${oneOf(secondTier)} then "2" else "3"`

/** Condition that an area field is outside of mainland China. */
export const isAbroad = (area: string): Feel => `(${area}[1] in ("710000", "810000", "820000") or string length(${area}[1]) = 2)`

/** Expression for the city of an area field, without district. */
export const cityOf = (area: string): Feel => `if count(${area}) > 1 then ${area}[2] else ${area}[1]`

/** Condition that a flight over this distance must be compared with the train. */
export const isCompared = (distance: string): Feel =>
  `(if parameter("travelRule", "airRailCompareSide") = "over" then ${distance} > parameter("travelRule", "airRailCompareKm") ` +
  `else ${distance} <= parameter("travelRule", "airRailCompareKm"))`

/** Expression for the default class of a position level, per means of transport with classes. */
export const standardClass = (level: string): Feel =>
  `if transport in ("1", "2") then string(parameter("travelStandard", (if transport = "1" then "air." else "rail.") + ${level})) ` +
  `else if transport = "3" then "6" else null`

/** Expression to convert a standard (RMB, abroad USD) into the form's currency. */
export const inCurrency = (tier: string): Feel => `(if ${tier} = "5" then header.usdRate else 1) / header.exchangeRate`

/** Distance of a row's places by the distance table; null if unknown. */
export const tableKm = integer({ cn: '里程表公里数', en: 'Distance table (km)', system: true, readOnly: true, visible: 'false' })
