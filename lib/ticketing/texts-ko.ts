import type { TicketTexts } from './texts.ts';

export const ticketTextsKo: TicketTexts = {
  title: (cluster) => `Karpenter: 클러스터 ${cluster} 문의`,
  intro: (asOf) =>
    `카카오클라우드 헬프데스크(헬프데스크 > 기술 문의)에 보내는 자료입니다. 기준 시각: ${asOf}. 비밀로 보이는 값은 뺐으며, Secret은 읽지 않았습니다.`,
  atAGlance: '요약',
  rows: {
    name: '클러스터 이름',
    id: '클러스터 ID(콘솔)',
    uid: '클러스터 UID(API 엔드포인트)',
    project: '프로젝트',
    state: '상태',
    chart: '프로바이더 차트',
    image: '컨트롤러 이미지',
    recorded: '마지막 기록',
  },
  unknown: '알 수 없음',
  notInstalled: '설치되어 있지 않음',
  asOfReading: (value, at) => `${value} (${at}에 읽음)`,
  states: {
    alive: (phase) => `있음(${phase})`,
    deleting: (phase, since) =>
      `삭제 중(${phase}), ${since === undefined ? '시작 시각은 알 수 없음' : `${since} 또는 그 이전부터`}`,
    gone: (by) => `${by} 또는 그 이전부터 없음`,
    neverKnown: '이 UID는 목록, 기록, 설정 어디에도 없음',
    unreadable: (why) => `확인하지 못함: ${why}`,
  },
  toDo: '보내기 전에',
  steps: (file, command) => [
    `\`${file}\`에 언제 발생했고 무엇을 바꾸었는지 적어 주십시오.`,
    `그 시각의 컨트롤러 로그를 추가해 주십시오. 이 프로그램은 로그를 읽지 않습니다. 컨트롤러가 실행 중이면 \`${command}\` 명령으로, 아니면 로그를 보관하는 곳에서 가져오십시오. 로그에 비밀이 없는지 직접 확인해 주십시오.`,
    '아래 파일도 한 번 훑어보십시오. 밖으로 내보내면 안 되는 정보는 직접 보셔야 가장 정확합니다.',
  ],
  concerned: '관련된 인스턴스와 볼륨',
  nothingConcerned: '이 클러스터의 것으로 남은 리소스를 찾지 못했습니다.',
  columns: {
    kind: '종류',
    id: 'ID',
    name: '이름',
    node: 'Node',
    nodeClaim: 'NodeClaim',
    verdict: '판정',
  },
  kinds: { instance: '인스턴스', volume: '볼륨' },
  notRead: '읽지 못함',
  more: (count, file) => `… 외 ${count}개는 \`${file}\`에 있습니다.`,
  contents: '파일',
  contentColumns: ['파일', '바이트', '내용'],
  files: {
    'index.md': '이 문서',
    'what-happened.md': '작성해 주실 양식: 발생 시각과 변경한 내용',
    'cluster.yaml': '클러스터 이름, ID, UID, 상태와 프로바이더의 차트, 이미지',
    'kcnodeclasses.yaml': '마지막으로 기록된 KCNodeClass',
    'nodepools.yaml': '마지막으로 기록된 NodePool',
    'nodeclaims.yaml': '마지막으로 기록된 NodeClaim',
    'warnings.yaml': '프로바이더, Node, NodeClaim, NodePool, KCNodeClass에 대한 Warning 이벤트',
    'recorded.yaml': '기록된 NodeClaim과 provider ID, Node, 인스턴스, 볼륨',
    'remaining.yaml': '남아 있는 리소스와 판정, 근거',
    'redactions.txt': '비밀로 보여서 뺀 값의 위치',
  },
  missing: '빠진 것',
  nothingMissing: '직접 추가하실 것 외에는 헬프데스크가 요청하는 자료가 모두 있습니다.',
  gaps: {
    neverRecorded: (kind) =>
      `${kind}: 기록된 적이 없습니다. 클러스터가 있는 동안 \`orphan-audit record\`를 실행하면 기록됩니다.`,
    inDamagedFile: (kind, names) => `${kind}: 손상된 원장 파일에 있던 항목입니다(${names}).`,
    damagedFile: (file) => `원장의 파일을 이해할 수 없습니다: ${file}.`,
    notReadNow: (why) => `클러스터의 지금 상태를 읽지 못해 기록된 내용을 넣었습니다: ${why}`,
    noRecord: '이 클러스터의 기록이 없거나 보존 기간이 끝나, 무엇이 있었는지 알 수 없습니다.',
    left: (count, kind) => `${kind}: 이미 사라졌고 남은 리소스와 관련 없는 ${count}개는 넣지 않았습니다.`,
    incomplete: (problem) => `남은 리소스를 모두 확인하지 못했습니다: ${problem}`,
  },
  takenOut: '뺀 값',
  nothingTakenOut: '비밀로 보이는 값이 없었습니다.',
  wasTakenOut: (count, file) =>
    `비밀로 보이는 값 ${count}개를 \`[redacted]\`로 바꾸었습니다. 위치는 \`${file}\`에 있습니다.`,
  whatHappened: (cluster) => `# 발생한 일(클러스터 ${cluster})

아래를 적어 주십시오. 비밀은 적지 마십시오.

- 언제 발생했습니까(시간대 포함)?
- 언제, 무엇으로 알게 되었습니까?
- 그 전에 무엇을 바꾸었습니까: 업그레이드, Helm 값, NodePool, KCNodeClass, 서명 키, 인스턴스의 이름이나 설명, IAM 키?
- 누가 또는 무엇이 바꾸었습니까(사람, GitOps, 스크립트)?
- 무엇을 기대했고, 실제로는 어떻게 되었습니까?
- 그 뒤에 무엇을 시도했습니까?
- 서명 키 Secret이나 그 백업이 아직 있습니까(예/아니요만, 키는 절대 적지 마십시오)?
`,
};
