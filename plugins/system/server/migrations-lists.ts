import { sql } from 'kysely'
import type { Migration } from '#server/database/migrations.ts'
import { recordColumns } from '#server/resources/columns.ts'
import { pinyinOf } from '#server/identity/organisation/search-text.ts'

/** Province: two-digit code, names, and prefectures as "two digits, name, English name". */
type Province = readonly [code: string, name: string, nameEn: string, cities: string]

/** Provinces and prefectures of China by their codes (GB/T 2260). */
const provinces: readonly Province[] = [
  ['11', '北京市', 'Beijing', '01 北京市 Beijing'],
  ['12', '天津市', 'Tianjin', '01 天津市 Tianjin'],
  ['13', '河北省', 'Hebei',
    '01 石家庄市 Shijiazhuang,02 唐山市 Tangshan,03 秦皇岛市 Qinhuangdao,04 邯郸市 Handan,05 邢台市 Xingtai,06 保定市 Baoding,07 张家口市 Zhangjiakou,08 承德市 Chengde,09 沧州市 Cangzhou,10 廊坊市 Langfang,11 衡水市 Hengshui'],
  ['14', '山西省', 'Shanxi',
    '01 太原市 Taiyuan,02 大同市 Datong,03 阳泉市 Yangquan,04 长治市 Changzhi,05 晋城市 Jincheng,06 朔州市 Shuozhou,07 晋中市 Jinzhong,08 运城市 Yuncheng,09 忻州市 Xinzhou,10 临汾市 Linfen,11 吕梁市 Lüliang'],
  ['15', '内蒙古自治区', 'Inner Mongolia',
    '01 呼和浩特市 Hohhot,02 包头市 Baotou,03 乌海市 Wuhai,04 赤峰市 Chifeng,05 通辽市 Tongliao,06 鄂尔多斯市 Ordos,07 呼伦贝尔市 Hulunbuir,08 巴彦淖尔市 Bayannur,09 乌兰察布市 Ulanqab,22 兴安盟 Hinggan,25 锡林郭勒盟 Xilingol,29 阿拉善盟 Alxa'],
  ['21', '辽宁省', 'Liaoning',
    '01 沈阳市 Shenyang,02 大连市 Dalian,03 鞍山市 Anshan,04 抚顺市 Fushun,05 本溪市 Benxi,06 丹东市 Dandong,07 锦州市 Jinzhou,08 营口市 Yingkou,09 阜新市 Fuxin,10 辽阳市 Liaoyang,11 盘锦市 Panjin,12 铁岭市 Tieling,13 朝阳市 Chaoyang,14 葫芦岛市 Huludao'],
  ['22', '吉林省', 'Jilin',
    '01 长春市 Changchun,02 吉林市 Jilin,03 四平市 Siping,04 辽源市 Liaoyuan,05 通化市 Tonghua,06 白山市 Baishan,07 松原市 Songyuan,08 白城市 Baicheng,24 延边朝鲜族自治州 Yanbian'],
  ['23', '黑龙江省', 'Heilongjiang',
    '01 哈尔滨市 Harbin,02 齐齐哈尔市 Qiqihar,03 鸡西市 Jixi,04 鹤岗市 Hegang,05 双鸭山市 Shuangyashan,06 大庆市 Daqing,07 伊春市 Yichun,08 佳木斯市 Jiamusi,09 七台河市 Qitaihe,10 牡丹江市 Mudanjiang,11 黑河市 Heihe,12 绥化市 Suihua,27 大兴安岭地区 Daxing’anling'],
  ['31', '上海市', 'Shanghai', '01 上海市 Shanghai'],
  ['32', '江苏省', 'Jiangsu',
    '01 南京市 Nanjing,02 无锡市 Wuxi,03 徐州市 Xuzhou,04 常州市 Changzhou,05 苏州市 Suzhou,06 南通市 Nantong,07 连云港市 Lianyungang,08 淮安市 Huai’an,09 盐城市 Yancheng,10 扬州市 Yangzhou,11 镇江市 Zhenjiang,12 泰州市 Taizhou,13 宿迁市 Suqian'],
  ['33', '浙江省', 'Zhejiang',
    '01 杭州市 Hangzhou,02 宁波市 Ningbo,03 温州市 Wenzhou,04 嘉兴市 Jiaxing,05 湖州市 Huzhou,06 绍兴市 Shaoxing,07 金华市 Jinhua,08 衢州市 Quzhou,09 舟山市 Zhoushan,10 台州市 Taizhou,11 丽水市 Lishui'],
  ['34', '安徽省', 'Anhui',
    '01 合肥市 Hefei,02 芜湖市 Wuhu,03 蚌埠市 Bengbu,04 淮南市 Huainan,05 马鞍山市 Ma’anshan,06 淮北市 Huaibei,07 铜陵市 Tongling,08 安庆市 Anqing,10 黄山市 Huangshan,11 滁州市 Chuzhou,12 阜阳市 Fuyang,13 宿州市 Suzhou,15 六安市 Lu’an,16 亳州市 Bozhou,17 池州市 Chizhou,18 宣城市 Xuancheng'],
  ['35', '福建省', 'Fujian',
    '01 福州市 Fuzhou,02 厦门市 Xiamen,03 莆田市 Putian,04 三明市 Sanming,05 泉州市 Quanzhou,06 漳州市 Zhangzhou,07 南平市 Nanping,08 龙岩市 Longyan,09 宁德市 Ningde'],
  ['36', '江西省', 'Jiangxi',
    '01 南昌市 Nanchang,02 景德镇市 Jingdezhen,03 萍乡市 Pingxiang,04 九江市 Jiujiang,05 新余市 Xinyu,06 鹰潭市 Yingtan,07 赣州市 Ganzhou,08 吉安市 Ji’an,09 宜春市 Yichun,10 抚州市 Fuzhou,11 上饶市 Shangrao'],
  ['37', '山东省', 'Shandong',
    '01 济南市 Jinan,02 青岛市 Qingdao,03 淄博市 Zibo,04 枣庄市 Zaozhuang,05 东营市 Dongying,06 烟台市 Yantai,07 潍坊市 Weifang,08 济宁市 Jining,09 泰安市 Tai’an,10 威海市 Weihai,11 日照市 Rizhao,13 临沂市 Linyi,14 德州市 Dezhou,15 聊城市 Liaocheng,16 滨州市 Binzhou,17 菏泽市 Heze'],
  ['41', '河南省', 'Henan',
    '01 郑州市 Zhengzhou,02 开封市 Kaifeng,03 洛阳市 Luoyang,04 平顶山市 Pingdingshan,05 安阳市 Anyang,06 鹤壁市 Hebi,07 新乡市 Xinxiang,08 焦作市 Jiaozuo,09 濮阳市 Puyang,10 许昌市 Xuchang,11 漯河市 Luohe,12 三门峡市 Sanmenxia,13 南阳市 Nanyang,14 商丘市 Shangqiu,15 信阳市 Xinyang,16 周口市 Zhoukou,17 驻马店市 Zhumadian'],
  ['42', '湖北省', 'Hubei',
    '01 武汉市 Wuhan,02 黄石市 Huangshi,03 十堰市 Shiyan,05 宜昌市 Yichang,06 襄阳市 Xiangyang,07 鄂州市 Ezhou,08 荆门市 Jingmen,09 孝感市 Xiaogan,10 荆州市 Jingzhou,11 黄冈市 Huanggang,12 咸宁市 Xianning,13 随州市 Suizhou,28 恩施土家族苗族自治州 Enshi'],
  ['43', '湖南省', 'Hunan',
    '01 长沙市 Changsha,02 株洲市 Zhuzhou,03 湘潭市 Xiangtan,04 衡阳市 Hengyang,05 邵阳市 Shaoyang,06 岳阳市 Yueyang,07 常德市 Changde,08 张家界市 Zhangjiajie,09 益阳市 Yiyang,10 郴州市 Chenzhou,11 永州市 Yongzhou,12 怀化市 Huaihua,13 娄底市 Loudi,31 湘西土家族苗族自治州 Xiangxi'],
  ['44', '广东省', 'Guangdong',
    '01 广州市 Guangzhou,02 韶关市 Shaoguan,03 深圳市 Shenzhen,04 珠海市 Zhuhai,05 汕头市 Shantou,06 佛山市 Foshan,07 江门市 Jiangmen,08 湛江市 Zhanjiang,09 茂名市 Maoming,12 肇庆市 Zhaoqing,13 惠州市 Huizhou,14 梅州市 Meizhou,15 汕尾市 Shanwei,16 河源市 Heyuan,17 阳江市 Yangjiang,18 清远市 Qingyuan,19 东莞市 Dongguan,20 中山市 Zhongshan,51 潮州市 Chaozhou,52 揭阳市 Jieyang,53 云浮市 Yunfu'],
  ['45', '广西壮族自治区', 'Guangxi',
    '01 南宁市 Nanning,02 柳州市 Liuzhou,03 桂林市 Guilin,04 梧州市 Wuzhou,05 北海市 Beihai,06 防城港市 Fangchenggang,07 钦州市 Qinzhou,08 贵港市 Guigang,09 玉林市 Yulin,10 百色市 Baise,11 贺州市 Hezhou,12 河池市 Hechi,13 来宾市 Laibin,14 崇左市 Chongzuo'],
  ['46', '海南省', 'Hainan', '01 海口市 Haikou,02 三亚市 Sanya,03 三沙市 Sansha,04 儋州市 Danzhou'],
  ['50', '重庆市', 'Chongqing', '01 重庆市 Chongqing'],
  ['51', '四川省', 'Sichuan',
    '01 成都市 Chengdu,03 自贡市 Zigong,04 攀枝花市 Panzhihua,05 泸州市 Luzhou,06 德阳市 Deyang,07 绵阳市 Mianyang,08 广元市 Guangyuan,09 遂宁市 Suining,10 内江市 Neijiang,11 乐山市 Leshan,13 南充市 Nanchong,14 眉山市 Meishan,15 宜宾市 Yibin,16 广安市 Guang’an,17 达州市 Dazhou,18 雅安市 Ya’an,19 巴中市 Bazhong,20 资阳市 Ziyang,32 阿坝藏族羌族自治州 Aba,33 甘孜藏族自治州 Garze,34 凉山彝族自治州 Liangshan'],
  ['52', '贵州省', 'Guizhou',
    '01 贵阳市 Guiyang,02 六盘水市 Liupanshui,03 遵义市 Zunyi,04 安顺市 Anshun,05 毕节市 Bijie,06 铜仁市 Tongren,23 黔西南布依族苗族自治州 Qianxinan,26 黔东南苗族侗族自治州 Qiandongnan,27 黔南布依族苗族自治州 Qiannan'],
  ['53', '云南省', 'Yunnan',
    '01 昆明市 Kunming,03 曲靖市 Qujing,04 玉溪市 Yuxi,05 保山市 Baoshan,06 昭通市 Zhaotong,07 丽江市 Lijiang,08 普洱市 Pu’er,09 临沧市 Lincang,23 楚雄彝族自治州 Chuxiong,25 红河哈尼族彝族自治州 Honghe,26 文山壮族苗族自治州 Wenshan,28 西双版纳傣族自治州 Xishuangbanna,29 大理白族自治州 Dali,31 德宏傣族景颇族自治州 Dehong,33 怒江傈僳族自治州 Nujiang,34 迪庆藏族自治州 Diqing'],
  ['54', '西藏自治区', 'Tibet',
    '01 拉萨市 Lhasa,02 日喀则市 Shigatse,03 昌都市 Qamdo,04 林芝市 Nyingchi,05 山南市 Shannan,06 那曲市 Nagqu,25 阿里地区 Ngari'],
  ['61', '陕西省', 'Shaanxi',
    '01 西安市 Xi’an,02 铜川市 Tongchuan,03 宝鸡市 Baoji,04 咸阳市 Xianyang,05 渭南市 Weinan,06 延安市 Yan’an,07 汉中市 Hanzhong,08 榆林市 Yulin,09 安康市 Ankang,10 商洛市 Shangluo'],
  ['62', '甘肃省', 'Gansu',
    '01 兰州市 Lanzhou,02 嘉峪关市 Jiayuguan,03 金昌市 Jinchang,04 白银市 Baiyin,05 天水市 Tianshui,06 武威市 Wuwei,07 张掖市 Zhangye,08 平凉市 Pingliang,09 酒泉市 Jiuquan,10 庆阳市 Qingyang,11 定西市 Dingxi,12 陇南市 Longnan,29 临夏回族自治州 Linxia,30 甘南藏族自治州 Gannan'],
  ['63', '青海省', 'Qinghai',
    '01 西宁市 Xining,02 海东市 Haidong,22 海北藏族自治州 Haibei,23 黄南藏族自治州 Huangnan,25 海南藏族自治州 Hainan,26 果洛藏族自治州 Golog,27 玉树藏族自治州 Yushu,28 海西蒙古族藏族自治州 Haixi'],
  ['64', '宁夏回族自治区', 'Ningxia', '01 银川市 Yinchuan,02 石嘴山市 Shizuishan,03 吴忠市 Wuzhong,04 固原市 Guyuan,05 中卫市 Zhongwei'],
  ['65', '新疆维吾尔自治区', 'Xinjiang',
    '01 乌鲁木齐市 Urumqi,02 克拉玛依市 Karamay,04 吐鲁番市 Turpan,05 哈密市 Hami,23 昌吉回族自治州 Changji,27 博尔塔拉蒙古自治州 Bortala,28 巴音郭楞蒙古自治州 Bayingolin,29 阿克苏地区 Aksu,30 克孜勒苏柯尔克孜自治州 Kizilsu,31 喀什地区 Kashgar,32 和田地区 Hotan,40 伊犁哈萨克自治州 Ili,42 塔城地区 Tacheng,43 阿勒泰地区 Altay'],
  ['71', '台湾省', 'Taiwan',
    '01 台北市 Taipei,02 高雄市 Kaohsiung,03 台中市 Taichung,04 台南市 Tainan,05 新北市 New Taipei,06 桃园市 Taoyuan'],
  ['81', '香港特别行政区', 'Hong Kong', '01 香港岛 Hong Kong Island,02 九龙 Kowloon,03 新界 New Territories'],
  ['82', '澳门特别行政区', 'Macau', '01 澳门半岛 Macau Peninsula,02 离岛 Islands'],
]

/** Countries by their ISO 3166 codes, as "code, name, English name". */
const countries = [
  'CN 中国 China',
  'HK 中国香港 Hong Kong (China)',
  'MO 中国澳门 Macau (China)',
  'TW 中国台湾 Taiwan (China)',
  'JP 日本 Japan',
  'KR 韩国 South Korea',
  'VN 越南 Vietnam',
  'TH 泰国 Thailand',
  'MY 马来西亚 Malaysia',
  'SG 新加坡 Singapore',
  'ID 印度尼西亚 Indonesia',
  'PH 菲律宾 Philippines',
  'KH 柬埔寨 Cambodia',
  'LA 老挝 Laos',
  'MM 缅甸 Myanmar',
  'IN 印度 India',
  'PK 巴基斯坦 Pakistan',
  'BD 孟加拉国 Bangladesh',
  'LK 斯里兰卡 Sri Lanka',
  'NP 尼泊尔 Nepal',
  'MN 蒙古 Mongolia',
  'KZ 哈萨克斯坦 Kazakhstan',
  'UZ 乌兹别克斯坦 Uzbekistan',
  'AE 阿联酋 United Arab Emirates',
  'SA 沙特阿拉伯 Saudi Arabia',
  'QA 卡塔尔 Qatar',
  'IL 以色列 Israel',
  'TR 土耳其 Türkiye',
  'RU 俄罗斯 Russia',
  'UA 乌克兰 Ukraine',
  'GB 英国 United Kingdom',
  'IE 爱尔兰 Ireland',
  'FR 法国 France',
  'DE 德国 Germany',
  'IT 意大利 Italy',
  'ES 西班牙 Spain',
  'PT 葡萄牙 Portugal',
  'NL 荷兰 Netherlands',
  'BE 比利时 Belgium',
  'CH 瑞士 Switzerland',
  'AT 奥地利 Austria',
  'SE 瑞典 Sweden',
  'NO 挪威 Norway',
  'DK 丹麦 Denmark',
  'FI 芬兰 Finland',
  'PL 波兰 Poland',
  'CZ 捷克 Czechia',
  'HU 匈牙利 Hungary',
  'RO 罗马尼亚 Romania',
  'GR 希腊 Greece',
  'US 美国 United States',
  'CA 加拿大 Canada',
  'MX 墨西哥 Mexico',
  'BR 巴西 Brazil',
  'AR 阿根廷 Argentina',
  'CL 智利 Chile',
  'AU 澳大利亚 Australia',
  'NZ 新西兰 New Zealand',
  'ZA 南非 South Africa',
  'EG 埃及 Egypt',
] as const

/** A row of the table of areas. */
interface Area {
  readonly area_code: string
  readonly name: string
  readonly name_en: string
  readonly pinyin: string
  readonly parent_code: string | null
  /** 0 country, 1 province, 2 prefecture, 3 district */
  readonly level: number
  readonly country: string
}

/** Shipped areas: countries, China's provinces and prefectures, and the districts of large cities. */
function builtInAreas(): readonly Area[] {
  return [...countries.map((entry) => country(entry)), ...provinces.flatMap(([code, name, nameEn, cities]) => [
    area({ code: `${code}0000`, name, nameEn, parent: 'CN', level: 1 }),
    ...parts(cities).flatMap((city) => [
      area({ ...city, code: `${code}${city.code}00`, parent: `${code}0000`, level: 2 }),
      ...parts(districts[`${code}${city.code}`] ?? '').map((district) =>
        area({ ...district, code: `${code}${city.code}${district.code}`, parent: `${code}${city.code}00`, level: 3 })
      ),
    ]),
  ])]
}

interface BuiltInArea {
  readonly code: string
  readonly name: string
  readonly nameEn: string
}

/** "01 广州市 Guangzhou,02 …" */
const parts = (list: string): readonly BuiltInArea[] => (list === '' ? [] : list.split(',').map(partOf))

function partOf(entry: string): BuiltInArea {
  const [code = '', name = '', ...nameEn] = entry.split(' ')
  return { code, name, nameEn: nameEn.join(' ') }
}

const area = ({ code, name, nameEn, parent, level }: BuiltInArea & { readonly parent: string; readonly level: number }): Area => ({
  area_code: code,
  name,
  name_en: nameEn,
  pinyin: pinyinOf(name),
  parent_code: parent,
  level,
  country: 'CN',
})

function country(entry: string): Area {
  const { code, name, nameEn } = partOf(entry)
  return { area_code: code, name, name_en: nameEn, pinyin: pinyinOf(name), parent_code: null, level: 0, country: code }
}

/** Districts of large cities, by the four digits of the city, as "two digits, name, English name". */
const districts: Readonly<Record<string, string>> = {
  '1101':
    '01 东城区 Dongcheng,02 西城区 Xicheng,05 朝阳区 Chaoyang,06 丰台区 Fengtai,07 石景山区 Shijingshan,08 海淀区 Haidian,09 门头沟区 Mentougou,11 房山区 Fangshan,12 通州区 Tongzhou,13 顺义区 Shunyi,14 昌平区 Changping,15 大兴区 Daxing,16 怀柔区 Huairou,17 平谷区 Pinggu,18 密云区 Miyun,19 延庆区 Yanqing',
  '1201':
    '01 和平区 Heping,02 河东区 Hedong,03 河西区 Hexi,04 南开区 Nankai,05 河北区 Hebei,06 红桥区 Hongqiao,10 东丽区 Dongli,11 西青区 Xiqing,12 津南区 Jinnan,13 北辰区 Beichen,14 武清区 Wuqing,15 宝坻区 Baodi,16 滨海新区 Binhai,17 宁河区 Ninghe,18 静海区 Jinghai,19 蓟州区 Jizhou',
  '3101':
    '01 黄浦区 Huangpu,04 徐汇区 Xuhui,05 长宁区 Changning,06 静安区 Jing’an,07 普陀区 Putuo,09 虹口区 Hongkou,10 杨浦区 Yangpu,12 闵行区 Minhang,13 宝山区 Baoshan,14 嘉定区 Jiading,15 浦东新区 Pudong,16 金山区 Jinshan,17 松江区 Songjiang,18 青浦区 Qingpu,20 奉贤区 Fengxian,51 崇明区 Chongming',
  '5001':
    '01 万州区 Wanzhou,02 涪陵区 Fuling,03 渝中区 Yuzhong,04 大渡口区 Dadukou,05 江北区 Jiangbei,06 沙坪坝区 Shapingba,07 九龙坡区 Jiulongpo,08 南岸区 Nan’an,09 北碚区 Beibei,10 綦江区 Qijiang,11 大足区 Dazu,12 渝北区 Yubei,13 巴南区 Banan,14 黔江区 Qianjiang,15 长寿区 Changshou,16 江津区 Jiangjin,17 合川区 Hechuan,18 永川区 Yongchuan,19 南川区 Nanchuan,20 璧山区 Bishan,51 铜梁区 Tongliang,52 潼南区 Tongnan,53 荣昌区 Rongchang,54 开州区 Kaizhou,55 梁平区 Liangping,56 武隆区 Wulong',
  '4401':
    '03 荔湾区 Liwan,04 越秀区 Yuexiu,05 海珠区 Haizhu,06 天河区 Tianhe,11 白云区 Baiyun,12 黄埔区 Huangpu,13 番禺区 Panyu,14 花都区 Huadu,15 南沙区 Nansha,17 从化区 Conghua,18 增城区 Zengcheng',
  '4403':
    '03 罗湖区 Luohu,04 福田区 Futian,05 南山区 Nanshan,06 宝安区 Bao’an,07 龙岗区 Longgang,08 盐田区 Yantian,09 龙华区 Longhua,10 坪山区 Pingshan,11 光明区 Guangming',
  '3205':
    '05 虎丘区 Huqiu,06 吴中区 Wuzhong,07 相城区 Xiangcheng,08 姑苏区 Gusu,09 吴江区 Wujiang,76 苏州工业园区 Suzhou Industrial Park,81 常熟市 Changshu,82 张家港市 Zhangjiagang,83 昆山市 Kunshan,85 太仓市 Taicang',
  '3301':
    '02 上城区 Shangcheng,05 拱墅区 Gongshu,06 西湖区 Xihu,08 滨江区 Binjiang,09 萧山区 Xiaoshan,10 余杭区 Yuhang,11 富阳区 Fuyang,12 临安区 Lin’an,13 临平区 Linping,14 钱塘区 Qiantang,22 桐庐县 Tonglu,27 淳安县 Chun’an,82 建德市 Jiande',
  '3201':
    '02 玄武区 Xuanwu,04 秦淮区 Qinhuai,05 建邺区 Jianye,06 鼓楼区 Gulou,11 浦口区 Pukou,13 栖霞区 Qixia,14 雨花台区 Yuhuatai,15 江宁区 Jiangning,16 六合区 Luhe,17 溧水区 Lishui,18 高淳区 Gaochun',
  '5101':
    '04 锦江区 Jinjiang,05 青羊区 Qingyang,06 金牛区 Jinniu,07 武侯区 Wuhou,08 成华区 Chenghua,12 龙泉驿区 Longquanyi,13 青白江区 Qingbaijiang,14 新都区 Xindu,15 温江区 Wenjiang,16 双流区 Shuangliu,17 郫都区 Pidu,18 新津区 Xinjin,21 金堂县 Jintang,29 大邑县 Dayi,31 蒲江县 Pujiang,81 都江堰市 Dujiangyan,82 彭州市 Pengzhou,83 邛崃市 Qionglai,84 崇州市 Chongzhou,85 简阳市 Jianyang',
  '4201':
    '02 江岸区 Jiang’an,03 江汉区 Jianghan,04 硚口区 Qiaokou,05 汉阳区 Hanyang,06 武昌区 Wuchang,07 青山区 Qingshan,11 洪山区 Hongshan,12 东西湖区 Dongxihu,13 汉南区 Hannan,14 蔡甸区 Caidian,15 江夏区 Jiangxia,16 黄陂区 Huangpi,17 新洲区 Xinzhou',
  '6101':
    '02 新城区 Xincheng,03 碑林区 Beilin,04 莲湖区 Lianhu,11 灞桥区 Baqiao,12 未央区 Weiyang,13 雁塔区 Yanta,14 阎良区 Yanliang,15 临潼区 Lintong,16 长安区 Chang’an,17 高陵区 Gaoling,18 鄠邑区 Huyi,22 蓝田县 Lantian,24 周至县 Zhouzhi',
}

const areas: Migration = {
  name: '101-areas',
  async up(run) {
    await run(sql`
      create table area (
        area_code varchar(12) primary key,
        name varchar(60) not null,
        name_en varchar(100) not null,
        pinyin varchar(200) not null,
        parent_code varchar(12) references area,
        -- 0 country, 1 province, 2 prefecture, 3 district
        level integer not null check (level between 0 and 3),
        country varchar(2) not null,
        check ((level = 0) = (parent_code is null))
      );
      create index area_parent on area (parent_code)`)
    await run(sql`insert into area (area_code, name, name_en, pinyin, parent_code, level, country)
      select area_code, name, name_en, pinyin, parent_code, level, country from json_to_recordset(${JSON.stringify(builtInAreas())}::json)
        as given (area_code text, name text, name_en text, pinyin text, parent_code text, level integer, country text)`)
  },
}

const riskAreas: Migration = {
  name: '102-risk-areas',
  async up(run) {
    await run(sql`
      create table risk_area (
        ${recordColumns},
        level varchar(6) not null check (level in ('HIGH', 'MIDDLE')),
        area text[] not null check (cardinality(area) between 1 and 3),
        province_arae_code varchar(6) not null references area,
        city_area_code varchar(6) references area,
        county_area_code varchar(6) references area,
        since date not null,
        until date,
        constraint risk_area_until check (until >= since)
      );
      create unique index risk_area_place on risk_area (area) where del_flag = 0`)
  },
}

const factories: Migration = {
  name: '103-factories',
  async up(run) {
    await run(sql`
      create table factory (
        ${recordColumns},
        code varchar(4) not null check (code ~ '^[0-9]{4}$'),
        name_cn varchar(60) not null,
        name_en varchar(100) not null,
        enterprise_id varchar(32) references sys_group,
        enable boolean not null default true
      );
      create unique index factory_code on factory (code) where del_flag = 0`)
  },
}

/** Migrations of the lists maintained by administrators. */
export const listMigrations: readonly Migration[] = [areas, riskAreas, factories]
