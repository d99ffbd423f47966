"""Packs, responses and registries signed in memory, and the same altered the way a forger would."""

from __future__ import annotations

import base64
import io
import zipfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache

from bands_registry.provenance import canonical, envelope
from bands_registry.provenance.attestation import AttestationDocument
from bands_registry.provenance.attested_items import attested_items
from bands_registry.provenance.attested_parts import attested_parts
from bands_registry.provenance.attesting import attestation_document
from bands_registry.provenance.bodies import Body
from bands_registry.provenance.canonical import sha256
from bands_registry.provenance.chain import (
    EMPTY,
    ChainHead,
    extend,
    join_lines,
    split_lines,
)
from bands_registry.provenance.events import (
    AdjudicatorEnrolled,
    AttestationIssued,
    AttestedVerdict,
    BundleMerged,
    ChainGenesis,
    EventLine,
    IdentitySealed,
    IndependenceStated,
    ItemDisplayed,
    PackOpened,
    PackPublished,
    RegistryCheckpoint,
    StudyGenesis,
)
from bands_registry.provenance.identity import SealedIdentity, seal
from bands_registry.provenance.keys import Signer, generate_signer
from bands_registry.provenance.keystore import UnlockedIdentity
from bands_registry.provenance.logs import (
    ClinicianLog,
    checkpoint_text,
    position_of,
    read_clinician_log,
    read_coordinator_log,
)
from bands_registry.provenance.manifest import NAME as MANIFEST
from bands_registry.provenance.manifest import FileKind, seal_files
from bands_registry.provenance.model import CredentialBody
from bands_registry.provenance.pack import Pack, build_pack, read_pack
from bands_registry.provenance.pdf_seal import seal_pdf
from bands_registry.provenance.registry import Registry, RegistryParts
from bands_registry.provenance.registry_file import build_registry_file
from bands_registry.provenance.registry_rules import inspect_registry
from bands_registry.provenance.response import build_response
from bands_registry.provenance.verdicts import current_verdicts, verdict_body
from fairmed_core.clock import Clock
from fairmed_core.domain.adjudicator import Credential
from fairmed_core.domain.scope import scope_of
from fairmed_core.domain.study import Study
from fairmed_core.domain.verdict import Judgement
from tests.helpers.chains import PSEUDONYM, noon
from tests.helpers.plain_pdf import printed
from tests.helpers.registry import DETAILS, accepting, coordinator, without_disputed
from tests.helpers.study import (
    EMERGENCY_PHYSICIAN,
    GERIATRICIAN,
    ITEMS,
    OTHER_SEAT,
    SEAT,
    small_study,
)

OTHER_PSEUDONYM = "ADJ-9R4WC-H8ZPN"
INDEPENDENT = IndependenceStated(not_an_author=True, interests="")
Render = Callable[[AttestationDocument], bytes]


@cache
def small_pack_bytes() -> bytes:
    """The small study, published."""
    return build_pack(small_study(), coordinator=coordinator())


@cache
def small_pack() -> Pack:
    """The small study, published and read."""
    return read_pack(small_pack_bytes())


def a_pack_of(study: Study) -> tuple[Pack, bytes]:
    """Another study, published."""
    data = build_pack(study, coordinator=coordinator())
    return read_pack(data), data


@dataclass
class Clinician:
    """A clinician who signs without a store: each method appends to her log.

    `packs` are those she opened, by hash; the newest is what she judges.
    """

    pseudonym: str = PSEUDONYM
    seat: str = SEAT
    credential: Credential = GERIATRICIAN
    clock: Clock = field(default_factory=noon)
    signer: Signer = field(default=None)  # type: ignore[assignment]
    lines: list[EventLine] = field(default_factory=list)
    documents: dict[int, bytes] = field(default_factory=dict)
    packs: dict[str, Pack] = field(default_factory=dict)
    sealed: SealedIdentity | None = None

    def __post_init__(self) -> None:
        self.signer = self.signer or generate_signer(self.pseudonym, self.clock)

    @property
    def pack(self) -> Pack:
        """The pack opened last."""
        return list(self.packs.values())[-1]

    def add(self, *bodies: Body) -> None:
        """Sign these events."""
        head = ChainHead.after(self.lines[-1]) if self.lines else EMPTY
        self.lines += extend(head, bodies, signer=self.signer, clock=self.clock)

    def begin(self, pack: Pack | None = None) -> Clinician:
        """Open the study."""
        self.add(
            ChainGenesis(
                study=(pack or small_pack()).study.id,
                seat=self.seat,
                pseudonym=self.pseudonym,
                credential=CredentialBody.of(self.credential),
                key=base64.b64encode(self.signer.public_der).decode(),
                certificate=base64.b64encode(self.signer.certificate_der).decode(),
                identity_commitment=None,
            )
        )
        return self.open(pack or small_pack())

    def open(self, pack: Pack) -> Clinician:
        """Open a pack."""
        self.packs[pack.hash] = pack
        self.add(
            PackOpened(
                study=pack.study.id,
                pack=pack.hash,
                version=pack.version,
                roster=pack.roster_hash,
                coordinator=pack.coordinator_key.key_id,
            )
        )
        return self

    def seal(self) -> Clinician:
        """Seal the private details."""
        self.sealed = seal(DETAILS, self.signer, self.pack.recipient)
        self.add(
            IdentitySealed(
                commitment=self.sealed.commitment,
                ciphertext=self.sealed.sha256,
                recipient=self.pack.recipient,
            )
        )
        return self

    def judge(
        self,
        item: str,
        judgement: Judgement | None = None,
        *,
        independence: IndependenceStated = INDEPENDENT,
    ) -> Clinician:
        """Look at an item and sign a verdict on it."""
        band = self.pack.study.shown(item)
        judgement = judgement or accepting()
        if band.disputed is None:
            judgement = without_disputed(judgement)
        self.add(ItemDisplayed(item=item, pack=self.pack.hash, hashes=self.pack.item_hashes(item)))
        before = current_verdicts(self.lines).get(item)
        self.add(
            verdict_body(
                judgement,
                item=item,
                pack=self.pack,
                scope=scope_of(
                    self.pack.study.space, band.sub_action, self.credential, setting=band.setting
                ),
                independence=independence,
                supersedes=before[0].id if before else None,
                language="en",
                sentences={"question_1": "Does the source say what this summary says?"},
                meaning="My own judgement.",
            )
        )
        return self

    def attest(
        self, render: Render = printed, *, forge: Callable[[bytes], bytes] | None = None
    ) -> Clinician:
        """Issue an attestation over all that stands; `forge` alters its PDF before it is named."""
        items = attested_items(self.lines, self.packs)
        document = attestation_document(self.lines, items, language="en", renderer="1")
        parts = attested_parts(self.lines, items, renderer="1", language="en")
        pdf = seal_pdf(render(document), parts, signer=self.signer, moment=self.clock.now())
        pdf = forge(pdf) if forge else pdf
        self.documents[document.number] = pdf
        self.add(
            AttestationIssued(
                number=document.number,
                verdicts=tuple(
                    AttestedVerdict(item=item.item_id, event=item.event_id)
                    for item in document.items
                ),
                pdf=sha256(pdf),
                items=sha256(items),
                size=document.size,
                head=document.head,
                renderer="1",
                language="en",
            )
        )
        return self

    @property
    def chain(self) -> str:
        """The key that names her log, also once another took over."""
        return self.lines[0].key_id if self.lines else self.signer.key_id

    @property
    def raw(self) -> tuple[bytes, ...]:
        """Her log as lines."""
        return tuple(line.raw for line in self.lines)

    @property
    def log(self) -> ClinicianLog:
        """Her log, verified."""
        return read_clinician_log(self.raw)

    def response(self) -> bytes:
        """Her response file."""
        return build_response(
            self.raw,
            signer=self.signer,
            documents=self.documents,
            identity=self.sealed.ciphertext if self.sealed else None,
        )


def geriatrician(*items: str) -> Clinician:
    """A geriatrician who sealed her details and accepted these items (all of them by default)."""
    clinician = Clinician().begin().seal()
    for item in items or ITEMS:
        clinician.judge(item)
    return clinician.attest()


def emergency_physician() -> Clinician:
    """An emergency physician at the other seat who accepted every item."""
    clinician = Clinician(OTHER_PSEUDONYM, OTHER_SEAT, EMERGENCY_PHYSICIAN).begin().seal()
    for item in ITEMS:
        clinician.judge(item)
    return clinician.attest()


@dataclass
class Coordinator:
    """A coordinator who signs without a store."""

    identity: UnlockedIdentity = field(default_factory=coordinator)
    clock: Clock = field(default_factory=noon)
    lines: list[EventLine] = field(default_factory=list)
    packs: dict[str, bytes] = field(default_factory=dict)
    clinicians: dict[str, Clinician] = field(default_factory=dict)

    def add(self, *bodies: Body) -> None:
        """Sign these events."""
        head = ChainHead.after(self.lines[-1]) if self.lines else EMPTY
        self.lines += extend(head, bodies, signer=self.identity.signer, clock=self.clock)

    def publish(self, data: bytes | None = None) -> Coordinator:
        """Publish a pack; the first one begins the registry."""
        data = data or small_pack_bytes()
        pack = read_pack(data)
        signer = self.identity.signer
        if not self.lines:
            self.add(
                StudyGenesis(
                    study=pack.study.id,
                    title=pack.study.title,
                    key=base64.b64encode(signer.public_der).decode(),
                    certificate=base64.b64encode(signer.certificate_der).decode(),
                    recipient=pack.recipient,
                )
            )
        self.packs[pack.hash] = data
        self.add(
            PackPublished(
                version=pack.version,
                pack=pack.hash,
                roster=pack.roster_hash,
                items=len(pack.study.bands),
                seats=tuple(sorted(seat.code for seat in pack.study.seats)),
                leak_warnings=0,
            )
        )
        return self

    def enrol(self, clinician: Clinician, **changes: str) -> Coordinator:
        """Bind a clinician's seat, pseudonym and key."""
        fields = {
            "seat": clinician.seat,
            "pseudonym": clinician.pseudonym,
            "key": clinician.chain,
            "how_checked": "on a call",
        }
        self.add(AdjudicatorEnrolled(**{**fields, **changes}))
        return self

    def merge(self, clinician: Clinician) -> Coordinator:
        """Take in all of a clinician's log."""
        self.clinicians[clinician.chain] = clinician
        position = position_of(clinician.lines)
        self.add(
            BundleMerged(
                response="a" * 64,
                key=clinician.chain,
                pseudonym=clinician.pseudonym,
                seat=clinician.seat,
                size=position.size,
                head=position.head,
                new_events=position.size,
                identity=clinician.sealed.sha256 if clinician.sealed else None,
                attestations=(),
            )
        )
        return self

    def parts(self) -> RegistryParts:
        """The registry as it stands."""
        clinicians = self.clinicians.values()
        return RegistryParts(
            coordinator=[line.raw for line in self.lines],
            chains=[clinician.raw for clinician in clinicians],
            packs=list(self.packs.values()),
            documents=[pdf for clinician in clinicians for pdf in clinician.documents.values()],
        )

    def registry(self) -> Registry:
        """The registry as it stands, verified."""
        registry, findings = inspect_registry(self.parts())
        assert registry is not None, findings
        return registry

    def file(self) -> bytes:
        """The published registry."""
        registry = self.registry()
        last = registry.coordinator.checkpoints
        self.add(
            RegistryCheckpoint(
                registry=registry.hash,
                chains=tuple(log.position for log in registry.chains.values()),
                packs=tuple(sorted(registry.packs)),
                replaces=last[-1].registry if last else None,
            )
        )
        log = read_coordinator_log([line.raw for line in self.lines])
        published = replace(registry, coordinator=log)
        return build_registry_file(published, self.packs, signer=self.identity.signer)


def full_registry() -> Coordinator:
    """Both seats filled, enrolled and merged."""
    both = (geriatrician(), emergency_physician())
    made = Coordinator().publish()
    for clinician in both:
        made.enrol(clinician).merge(clinician)
    return made


# Forging ------------------------------------------------------------------------------------------


def files_in(data: bytes) -> dict[str, bytes]:
    """The files of a container, read with the standard library alone."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def zipped(files: Mapping[str, bytes] | Sequence[tuple[str, bytes]], **options: int) -> bytes:
    """A plain ZIP with the details FairMed uses, whatever is in it."""
    pairs = list(files.items()) if isinstance(files, Mapping) else list(files)
    buffer = io.BytesIO()
    compression = options.get("compression", zipfile.ZIP_STORED)
    with zipfile.ZipFile(buffer, "w", compression) as archive:
        for name, content in pairs:
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.create_system = 0
            entry.external_attr = 0o600 << 16
            entry.compress_type = compression
            archive.writestr(entry, content)
    return buffer.getvalue()


def resealed(
    data: bytes, changes: Mapping[str, bytes | None], signer: Signer, *, kind: FileKind = "response"
) -> bytes:
    """The container with files replaced (None removes one) under a manifest signed anew."""
    files = files_in(data)
    manifest = canonical.loads(envelope.read_envelope(files.pop(MANIFEST)).payload)
    for name, content in changes.items():
        if content is None:
            files.pop(name, None)
        else:
            files[name] = content
    facts, study = manifest["facts"], manifest["study"]
    assert isinstance(facts, dict)
    return seal_files(kind, files, study=str(study), facts=facts, signer=signer)


def with_log(
    data: bytes, change: Callable[[list[bytes]], Sequence[bytes]], signer: Signer
) -> bytes:
    """The response with its log changed and everything else made to fit, sealed by `signer`."""
    lines = list(change(list(split_lines(files_in(data)["events.jsonl"]))))
    changes: dict[str, bytes | None] = {"events.jsonl": join_lines(lines)}
    payload = canonical.loads(envelope.read_envelope(lines[-1]).payload)
    key = envelope.read_envelope(lines[-1]).key_id
    head = envelope.event_id(envelope.read_envelope(lines[-1]).payload)
    checkpoint = f"FairMed checkpoint 1\n{key}\n{payload['seq']}\n{head}\n"
    changes["checkpoint.txt"] = checkpoint.encode()
    return resealed(data, changes, signer)


def payload_of(line: bytes) -> bytes:
    """The signed payload of an event line."""
    return envelope.read_envelope(line).payload


def with_payload(line: bytes, payload: bytes) -> bytes:
    """The line saying something else under the signature it had."""
    outer = canonical.loads(line)
    return canonical.dumps({**outer, "payload": base64.b64encode(payload).decode()})


def signed_line(payload: bytes, signer: Signer) -> bytes:
    """Any payload at all, validly signed as an event."""
    return envelope.sign(payload, envelope.EVENT_TYPE, signer)


def relinked(
    lines: Sequence[bytes], signer: Signer, changes: Mapping[int, Body]
) -> list[EventLine]:
    """The whole log signed anew by the key's holder, with other bodies at these positions."""
    log = read_clinician_log(lines).lines
    bodies = [changes.get(line.event.seq, line.event.body) for line in log]
    return list(extend(EMPTY, bodies, signer=signer, clock=noon()))


def flipped(data: bytes, bit: int) -> bytes:
    """The bytes with one bit turned over."""
    altered = bytearray(data)
    altered[bit // 8] ^= 1 << (bit % 8)
    return bytes(altered)


def checkpoint_of(clinician: Clinician) -> bytes:
    """The checkpoint a clinician's copy ends with."""
    return checkpoint_text(clinician.log.position)
