/** Countries by their ISO 3166 codes, as "code, name, English name". */
export const countries = [
  'CN 中国 China', 'HK 中国香港 Hong Kong (China)', 'MO 中国澳门 Macau (China)', 'TW 中国台湾 Taiwan (China)', 'JP 日本 Japan', 'KR 韩国 South Korea', 'VN 越南 Vietnam', 'TH 泰国 Thailand',
  'MY 马来西亚 Malaysia', 'SG 新加坡 Singapore', 'ID 印度尼西亚 Indonesia', 'PH 菲律宾 Philippines', 'KH 柬埔寨 Cambodia', 'LA 老挝 Laos', 'MM 缅甸 Myanmar', 'IN 印度 India', 'PK 巴基斯坦 Pakistan', 'BD 孟加拉国 Bangladesh',
  'LK 斯里兰卡 Sri Lanka', 'NP 尼泊尔 Nepal', 'MN 蒙古 Mongolia', 'KZ 哈萨克斯坦 Kazakhstan', 'UZ 乌兹别克斯坦 Uzbekistan', 'AE 阿联酋 United Arab Emirates', 'SA 沙特阿拉伯 Saudi Arabia', 'QA 卡塔尔 Qatar', 'IL 以色列 Israel',
  'TR 土耳其 Türkiye', 'RU 俄罗斯 Russia', 'UA 乌克兰 Ukraine', 'GB 英国 United Kingdom', 'IE 爱尔兰 Ireland', 'FR 法国 France', 'DE 德国 Germany', 'IT 意大利 Italy', 'ES 西班牙 Spain', 'PT 葡萄牙 Portugal', 'NL 荷兰 Netherlands',
  'BE 比利时 Belgium', 'CH 瑞士 Switzerland', 'AT 奥地利 Austria', 'SE 瑞典 Sweden', 'NO 挪威 Norway', 'DK 丹麦 Denmark', 'FI 芬兰 Finland', 'PL 波兰 Poland', 'CZ 捷克 Czechia', 'HU 匈牙利 Hungary', 'RO 罗马尼亚 Romania', 'GR 希腊 Greece',
  'US 美国 United States', 'CA 加拿大 Canada', 'MX 墨西哥 Mexico', 'BR 巴西 Brazil', 'AR 阿根廷 Argentina', 'CL 智利 Chile', 'AU 澳大利亚 Australia', 'NZ 新西兰 New Zealand', 'ZA 南非 South Africa', 'EG 埃及 Egypt',
] as const
