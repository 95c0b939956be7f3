import type { Dictionary } from '#kernel/plugin.ts'
import { dictionary } from '#plugins/forms/dictionaries/dictionary.ts'

export const dictionaries: readonly Dictionary[] = [
  dictionary('packType', '包装类型', 'Packing type',
    'neutral 中性包装/Neutral; brand 品牌包装/Branded; custom 客户定制/Customer custom; sample 样机/Sample; spare 备件/Spare part'),
  dictionary('packItemType', '包装物类型', 'Packing item',
    'carton 外箱/Carton; colorBox 彩盒/Colour box; label 标签/Label; manual 说明书/Manual; accessory 配件/Accessory; ' +
      'pallet 托盘/Pallet; other 其他/Other'),
  dictionary('salesCountry', '销往国家/地区', 'Country or region',
    'CN 中国/China; HK 中国香港/Hong Kong (China); MO 中国澳门/Macau (China); TW 中国台湾/Taiwan (China); JP 日本/Japan; KR 韩国/South Korea; ' +
      'VN 越南/Vietnam; TH 泰国/Thailand; MY 马来西亚/Malaysia; SG 新加坡/Singapore; ID 印度尼西亚/Indonesia; PH 菲律宾/Philippines; IN 印度/India; ' +
      'AE 阿联酋/United Arab Emirates; SA 沙特阿拉伯/Saudi Arabia; TR 土耳其/Türkiye; RU 俄罗斯/Russia; KZ 哈萨克斯坦/Kazakhstan; DE 德国/Germany; ' +
      'FR 法国/France; GB 英国/United Kingdom; IT 意大利/Italy; ES 西班牙/Spain; PL 波兰/Poland; NL 荷兰/Netherlands; US 美国/United States; ' +
      'CA 加拿大/Canada; MX 墨西哥/Mexico; BR 巴西/Brazil; AR 阿根廷/Argentina; ZA 南非/South Africa; EG 埃及/Egypt; AU 澳大利亚/Australia; NZ 新西兰/New Zealand'),
]
