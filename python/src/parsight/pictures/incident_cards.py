"""Incidents as a notebook shows them, in the colours of the cards of rows."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from .cards import styled

if TYPE_CHECKING:
    from ..incidents import Incident, IncidentSuspect

_MOST_SUSPECTS = 4


def incidents_html(incidents: Sequence[Incident], heading: str | None) -> str:
    """One under the other."""
    head = "" if heading is None else f'<p class="soft">{escape(heading)}</p>'
    return styled(f"{head}{''.join(_card(each) for each in incidents)}")


def _card(incident: Incident) -> str:
    rule = f"<p>{escape(incident.rules[0].text)}</p>" if incident.rules else ""
    return (
        f'<article><p class="head"><strong>Incident {incident.number}</strong>'
        f'<span class="wrong">{escape(incident.what)}</span>'
        f'<span class="soft">{escape(_where(incident))}</span></p>'
        f'<p class="sentence">{escape(incident.text)}</p>'
        f"{''.join(_suspect(each) for each in incident.suspects[:_MOST_SUSPECTS])}{rule}</article>"
    )


def _where(incident: Incident) -> str:
    rows = (
        f"row {incident.first_row}"
        if incident.count == 1
        else f"{incident.count:,} rows, {incident.first_row} to {incident.last_row}"
    )
    machine = "" if incident.by is None else "".join(f"{name} {value}, " for name, value in incident.by.items())
    when = "" if incident.start is None else f", {incident.start}"
    until = "" if incident.end in (None, incident.start) else f" to {incident.end}"
    return f"{machine}{rows}{when}{until}"


def _suspect(suspect: IncidentSuspect) -> str:
    share = 100 * suspect.share
    return (
        f'<p><span class="track" aria-hidden="true"><i style="width:{max(1.0, share):.1f}%"></i></span>'
        f"{escape(suspect.feature)}, {share:.0f} % of the blame</p>"
    )
