#!/usr/bin/env python3
"""
The rows that must be stored after the answers of a log, by the rules of the sources alone.

    oracle.py FOLDER STORED --now MS --keep-days N

FOLDER has `log.jsonl` and the bodies that the stand-ins answered; STORED is a file with a line
`[kind, feature]` for each GeoJSON feature that the program served. Prints JSON: for each kind how many rows were expected
and stored, those missing, those that no answer accounts for, and those stored twice.

An answer that was sent completely, but whose process was killed before it noted that all was
stored, may count or not: rows that depend on it may be there or not. Everything else is exact.
"""

import argparse
import csv
import hashlib
import io
import json
import os
import re
from collections import Counter
from datetime import datetime, timedelta, timezone
from urllib.parse import parse_qs, unquote, urlsplit

RANK = {"URT": 0, "RT": 1, "NRT": 2, "SP": 3}
SATELLITES = {
    "N": "N", "Suomi NPP": "N", "SNPP": "N", "S-NPP": "N",
    "1": "N20", "N20": "N20", "NOAA-20": "N20", "NOAA20": "N20", "J1": "N20",
    "2": "N21", "N21": "N21", "NOAA-21": "N21", "NOAA21": "N21", "J2": "N21",
    "T": "Terra", "Terra": "Terra", "A": "Aqua", "Aqua": "Aqua",
}
SOURCE_SATELLITES = {
    "MODIS": ("Terra", "Aqua"),
    "VIIRS_SNPP": ("N",),
    "VIIRS_NOAA20": ("N20",),
    "VIIRS_NOAA21": ("N21",),
}
UTC = timezone.utc
# Old rows leave after a reading, and the last one may lie a while back.
RETENTION_DELAY = timedelta(hours=5)


# ── Reading answers ──────────────────────────────────────────────────────────────────────────────


def csv_rows(body):
    """The rows of a CSV answer; None for an answer that is none, which is an error."""
    first = body.split("\n", 1)[0].split(",")
    if not {"latitude", "longitude", "acq_date", "acq_time"} <= set(first):
        return None
    return list(csv.DictReader(io.StringIO(body)))


def tier_of(row):
    """Only standard rows have a type; without type and suffix a row counts as near real-time."""
    suffix = re.search(r"(URT|NRT|RT)$", str(row.get("version") or ""))
    if suffix:
        return suffix.group(1)
    return "NRT" if row.get("type") in (None, "") else "SP"


def number(text):
    return None if text in (None, "") else float(text)


def detection(row):
    satellite = SATELLITES[row["satellite"]]
    time = datetime.strptime(
        row["acq_date"] + row["acq_time"].zfill(4), "%Y-%m-%d%H%M"
    ).replace(tzinfo=UTC)
    key = (satellite, time, f"{float(row['latitude']):.5f}", f"{float(row['longitude']):.5f}")
    tier = tier_of(row)
    # Two rows of one key are both real where what they measured differs.
    payload = (number(row.get("frp")), number(row.get("scan")), number(row.get("track")))
    return key, tier, payload


def json_answer(body):
    try:
        value = json.loads(body)
    except ValueError:
        return None
    if not isinstance(value, dict) or "error" in value:
        return None
    return value if isinstance(value.get("features"), list) else None


# ── Detections ───────────────────────────────────────────────────────────────────────────────────


class Detections:
    """What FIRMS' answers leave stored: key -> (tier, payloads)."""

    def __init__(self):
        self.rows = {}
        self.standard_until = {}

    def answer(self, path, at, body):
        parts = [unquote(part) for part in path.split("/") if part]
        if "data_availability" in parts:
            self._availability(body)
        elif "area" in parts:
            format_, _key, source, area, days, *date = parts[parts.index("area") + 1 :]
            assert format_ == "csv" and area == "world", path
            days = int(days)
            if date:
                start = datetime.strptime(date[0], "%Y-%m-%d").replace(tzinfo=UTC)
            else:
                start = midnight(at) - timedelta(days=days - 1)
            end = start + timedelta(days=days)
            self._rows(source, csv_rows(body), start, end, moment(at))
        elif "active_fire" in parts:
            end = moment(at)
            hours = {"24h": 24, "48h": 48, "7d": 168}[parts[-1].rsplit("_", 1)[1].split(".")[0]]
            self._rows("FILE_NRT", csv_rows(body), end - timedelta(hours=hours), end, end)

    def _availability(self, body):
        if not body.startswith("data_id,min_date,max_date"):
            return
        for row in csv.DictReader(io.StringIO(body)):
            if row["data_id"].endswith("_SP"):
                end = datetime.strptime(row["max_date"], "%Y-%m-%d").replace(tzinfo=UTC)
                self.standard_until[row["data_id"]] = end + timedelta(days=1)

    def _rows(self, source, rows, start, end, at):
        # An error; and an answer of a header alone deletes nothing.
        if not rows:
            return
        found = {}
        for row in rows:
            key, tier, payload = detection(row)
            best, payloads = found.get(key, ("URT", set()))
            if RANK[tier] > RANK[best]:
                payloads = set()
            if RANK[tier] >= RANK[best]:
                found[key] = (tier, payloads | {payload})
        if source.endswith("_SP"):
            self._replace_window(source, start, end, found)
        for key, (tier, payloads) in found.items():
            if key not in self.rows or RANK[tier] >= RANK[self.rows[key][0]]:
                self.rows[key] = (tier, payloads)
        self._withdraw("SP" if source.endswith("_SP") else "NRT", start, end, found, at)

    def _withdraw(self, tier, start, end, found, at):
        """Final rows that an answer lacks leave, if their day ended three hours ago or more and
        the answer has at least as many others of their satellite and day."""
        days = {}
        for key, (own, payloads) in self.rows.items():
            if own == tier and start <= key[1] <= end:
                day = days.setdefault((key[0], midnight_of(key[1])), ([], []))
                day[key not in found].extend([key] * len(payloads))
        for (_, day), (present, absent) in days.items():
            is_over = at >= day + timedelta(hours=27)
            if is_over and absent and len(absent) <= len(present):
                for key in set(absent):
                    del self.rows[key]

    def _replace_window(self, source, start, end, found):
        """Standard rows replace all others of their satellites on the days that they cover."""
        if source in self.standard_until:
            end = min(end, self.standard_until[source])
        satellites = SOURCE_SATELLITES[source.removesuffix("_SP")]
        # A day without standard rows is left as it is: too little to delete by.
        covered = {midnight_of(key[1]) for key in found}
        for key in [
            key
            for key, (tier, _) in self.rows.items()
            if key[0] in satellites
            and tier != "SP"
            and start <= key[1] < end
            and midnight_of(key[1]) in covered
        ]:
            del self.rows[key]

    def stored(self, now, keep_from):
        rows = set()
        for (satellite, time, latitude, longitude), (tier, payloads) in self.rows.items():
            # Provisional rows leave after six hours, replaced or not; two more for the poll.
            if RANK[tier] < RANK["NRT"] and time < now - timedelta(hours=8):
                continue
            if time >= keep_from:
                rows |= {
                    detection_line(satellite, time, latitude, longitude, frp, tier)
                    for frp, _scan, _track in payloads
                }
        return rows


def detection_line(satellite, time, latitude, longitude, frp, tier):
    return f"{satellite} {time:%Y-%m-%dT%H:%MZ} {latitude} {longitude} frp={frp} {tier}"


def moment(at):
    return datetime.fromtimestamp(at / 1000, UTC)


def midnight(at):
    return midnight_of(moment(at))


def midnight_of(time):
    return time.replace(hour=0, minute=0, second=0, microsecond=0)


# ── Perimeters ───────────────────────────────────────────────────────────────────────────────────


class Pages:
    """Joins pages of a list to readings: from offset 0 to the page without more."""

    def __init__(self, more):
        self.more = more
        self.pages = None

    def answer(self, path, body):
        """The features of a reading that this page completes; None before."""
        query = parse_qs(urlsplit(path).query)
        names = "resultOffset", "offset", "startIndex"
        offset = int(next((query[name][0] for name in names if name in query), "0"))
        value = json_answer(body)
        if value is None:
            self.pages = None
            return None
        if offset == 0:
            self.pages = []
        if self.pages is None:
            return None
        # A row asked for again shows whether the list is still the one of the page before.
        again, page = self.pages[offset:], value["features"]
        is_next = offset == 0 or (page and offset <= len(self.pages))
        if not is_next or facts_of(again) != facts_of(page[: len(again)]):
            self.pages = None
            return None
        self.pages[offset:] = page
        if self.more(value, len(self.pages)) and page:
            return None
        features, self.pages = self.pages, None
        return features


def facts_of(features):
    """Object ids are numbers of an answer, not of a fire."""
    return [
        {name: value for name, value in each["properties"].items() if name != "OBJECTID"}
        for each in features
    ]


def more_of_wfigs(value, _received):
    flags = (value, value.get("properties") or {})
    return any(part.get("exceededTransferLimit") for part in flags)


def more_of_wfs(value, received):
    return received < value["numberMatched"]


def more_of_feds(value, _received):
    return any(link.get("rel") == "next" for link in value.get("links", []))


class Perimeters:
    """WFIGS: a snapshot where a fire's geometry or date changed. FEDS: the last row of each key."""

    def __init__(self, keep, keeps_longest):
        """
        `keep` is how long what is off the list is kept; `keeps_longest` whether it is removed at
        the last moment that this can mean, or at the first.
        """
        self.keep = keep
        self.keeps_longest = keeps_longest
        self.wfigs = Pages(more_of_wfigs)
        self.feds = Pages(more_of_feds)
        self.newest = {}
        self.snapshots = {}
        self.steps = {}
        # Fire -> the dates of the last edits of its snapshots.
        self.edited = {}
        # The fires of the last two complete lists: one that both lack has fallen off.
        self.lists = []
        # Snapshots that grew too old while their fires were off the list.
        self.gone = set()

    def answer_wfigs(self, path, at, body):
        if "returnCountOnly=true" in path:
            return
        features = self.wfigs.answer(path, body)
        if features is None:
            return
        # Off the list, the days of the retention count.
        if not self.keeps_longest:
            self._remove_unlisted(at)
        self.lists = [*self.lists[-1:], {fire_of(each["properties"]) for each in features}]
        self._remove_unlisted(at)
        for feature in features:
            properties = feature["properties"]
            # Prescribed fires are not wildfires; what lost its geometry keeps its last snapshot.
            if feature["geometry"] is None or properties.get("attr_IncidentTypeCategory") == "RX":
                continue
            fire = fire_of(properties)
            shape = shape_of(feature["geometry"])
            date = snapshot_time(properties)
            self.gone.discard((fire, date, shape))
            edited = properties.get("poly_DateCurrent")
            self.edited.setdefault(fire, {})[(shape, date)] = edited
            if self.newest.get(fire) != (shape, date):
                self.newest[fire] = (shape, date)
                # A date ahead of the clock counts from the reading.
                time = min(date, datetime.fromtimestamp(at / 1000, UTC))
                self.snapshots.setdefault((fire, date, shape), time)

    def _remove_unlisted(self, at):
        limit = datetime.fromtimestamp(at / 1000, UTC) - self.keep
        if self.keeps_longest:
            limit -= RETENTION_DELAY
        listed = set().union(*self.lists)
        self.gone |= {
            each for each, time in self.snapshots.items() if time < limit and each[0] not in listed
        }

    def answer_feds(self, path, body):
        if "/items" not in path:
            return
        for feature in self.feds.answer(path, body) or []:
            properties = feature["properties"]
            t = datetime.fromisoformat(properties["t"]).replace(tzinfo=UTC)
            self.steps[properties["primarykey"]] = (t, shape_of(feature["geometry"]))

    def stored(self, keep_from, counts_ties):
        return {
            wfigs_line(fire, date, shape)
            for (fire, date, shape), time in self.snapshots.items()
            if time >= keep_from or self._is_newest_of_listed(fire, date, shape, counts_ties)
        } | {feds_line(key, t, shape) for key, (t, shape) in self.steps.items() if t >= keep_from}

    def _is_newest_of_listed(self, fire, date, shape, counts_ties):
        """
        Large fires stay listed for 14 days without a new outline. A list replaces in place: the
        newest outline is the one that it had last, even if an edit before was dated ahead, and it
        stays while the list has the fire without an outline, which says nothing of the fire. What
        was removed while the fire was off the list does not come back without an outline.
        """
        if fire not in set().union(*self.lists) or (fire, date, shape) in self.gone:
            return False
        newest, edited = self.newest[fire], self.edited[fire]
        # Whoever reads several outlines of one date and edit cannot tell which is the newest.
        ties = [
            other
            for other in edited
            if other[1] == newest[1] and edited[other] == edited[newest]
        ]
        return (shape, date) in ties and (counts_ties or len(ties) == 1)


def wfigs_line(fire, date, shape):
    return f"wfigs {fire} {date:%Y-%m-%dT%H:%M:%SZ} {shape}"


def feds_line(key, t, shape):
    return f"feds {key} {t:%Y-%m-%dT%H:%M:%SZ} {shape}"


def fire_of(properties):
    """The IRWIN id, constant over a fire's life; where it is missing, the unique identifier."""
    irwin = properties.get("poly_IRWINID") or properties.get("attr_IrwinID")
    if irwin:
        return irwin.strip("{}").lower()
    return properties["attr_UniqueFireIdentifier"].lower()


def snapshot_time(properties):
    date = properties.get("poly_PolygonDateTime") or properties["poly_DateCurrent"]
    return datetime.fromtimestamp(date / 1000, UTC)


def shape_of(geometry):
    """A hash of type and coordinates, to 5 decimals, for rings from any first position."""

    def ring(positions):
        points = [tuple(round(float(value), 5) + 0.0 for value in point[:2]) for point in positions]
        points = points[:-1]
        start = points.index(min(points))
        turned = points[start:] + points[:start]
        # Orientation is a matter of RFC 7946, not of the source.
        return min(turned, turned[:1] + turned[:0:-1])

    polygons = (
        [geometry["coordinates"]] if geometry["type"] == "Polygon" else geometry["coordinates"]
    )
    rings = sorted([ring(positions) for positions in polygon] for polygon in polygons)
    return hashlib.sha256(json.dumps(rings).encode()).hexdigest()[:12]


# ── Incidents and zones ──────────────────────────────────────────────────────────────────────────


class Listed:
    """A list whose rows replace those of one id; what two lists in a row lack has left it."""

    def __init__(self, row_of, more=more_of_wfigs):
        self.row_of = row_of
        self.pages = Pages(more)
        # Id -> time and text of the last row; the ids of the last two lists.
        self.rows = {}
        self.lists = []

    def answer(self, path, body):
        features = self.pages.answer(path, body)
        if features is None:
            return
        found = dict(row for row in map(self.row_of, features) if row)
        self.rows.update(found)
        self.lists = [*self.lists[-1:], set(found)]

    def listed(self):
        return set().union(*self.lists)


def incident_row(feature):
    """Incidents: all types, by IRWIN id or else by number."""
    of = feature["properties"]
    fire = (of["IrwinID"] or of["UniqueFireIdentifier"]).strip("{}").lower()
    time = moment(of["ModifiedOnDateTime_dt"])
    kind = {"WF": "wildfire", "RX": "prescribed_fire", "CX": "complex"}[of["IncidentTypeCategory"]]
    place = of["InitialLongitude"], of["InitialLatitude"]
    facts = of["IncidentName"], kind, of["POOState"], of["IncidentSize"], of["PercentContained"]
    return fire, (time, incident_line(fire, time, place, facts))


def incident_line(fire, time, place, facts):
    return f"{fire} {time:%Y-%m-%dT%H:%M:%SZ} {place[0]:.5f} {place[1]:.5f} {facts}"


def zone_row(feature):
    """Zones that are not normal."""
    of = feature["properties"]
    if of["STATUS"] == "Normal":
        return None
    level = {"Evacuation Order": "order", "Evacuation Warning": "warning"}.get(of["STATUS"], "other")
    shape = shape_of(feature["geometry"])
    return of["ZONE_ID"], (None, f"{of['ZONE_ID']} {of['STATUS']} {level} {of['COUNTY']} {shape}")


def oregon_row(feature):
    """Levels 1 to 3; 0 is none."""
    of = feature["properties"]
    level = of["Fire_Evacuation_Level"]
    words = {3: "order", 2: "warning", 1: "advisory"}.get(level)
    if words is None:
        return None
    name, shape = of["Evac_Area_Name"], shape_of(feature["geometry"])
    return name, (None, f"{name} {level} {words} {of['County']} {shape}")


def british_columbia_row(feature):
    """Orders and alerts for fires."""
    of = feature["properties"]
    status, name = of["ORDER_ALERT_STATUS"], of["EVENT_NAME"]
    if of["EVENT_TYPE"] != "Fire" or status == "All Clear":
        return None
    level = {"Order": "order", "Alert": "warning"}[status]
    return name, (None, f"{name} {status} {level} None {shape_of(feature['geometry'])}")


def canada_row(feature):
    """Fires without names; sizes are hectares, and negative numbers none."""
    of = feature["properties"]
    time = instant(of["status_date"])
    fire = of["national_fire_id"]
    kind = {0: "wildfire", 1: "prescribed_fire"}[of["fire_was_prescribed"]]
    status = {"OC": "out of control", "BH": "being held"}[of["stage_of_control_status"]]
    size, contained = (None if n < 0 else n for n in (of["fire_size"], of["percent_contained"]))
    place = of["longitude"], of["latitude"]
    return fire, (time, incident_line(fire, time, place, (kind, status, size, contained)))


def australia_row(feature):
    of = feature["properties"]
    fire, time = f"{of['state']} {of['fire_id']}", moment(of["capt_date"])
    kind = {"Bushfire": "wildfire", "Prescribed Burn": "prescribed_fire"}[of["fire_type"]]
    facts = of["fire_name"], kind, of["area_ha"]
    return fire, (time, outline_line(fire, time, facts, shape_of(feature["geometry"])))


def outline_line(fire, time, facts, shape):
    return f"{fire} {time:%Y-%m-%dT%H:%M:%SZ} {facts} {shape}"


def europe_row(row):
    time = utc(row["lastfiredate"])
    facts = (float(row["area_ha"]),)
    return str(row["id"]), (time, outline_line(row["id"], time, facts, shape_of(row["shape"])))


def tracked_row(feature):
    """A fire that a satellite tracks counts once, with its newest sight."""
    of = feature["properties"]
    time = utc(of["acq_date_time"])
    return of["feature_tracking_id"], (time, tracked_line(of, time, of["total_frp"], feature))


def tracked_line(of, time, frp, feature):
    longitude, latitude = feature["geometry"]["coordinates"][:2]
    identity = f"{of['feature_tracking_id']} {time:%Y-%m-%dT%H:%M:%SZ}"
    return f"{identity} {longitude:.5f} {latitude:.5f} {frp}"


def utc(text):
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


class Europe:
    """One page of a window of days; what a later one lacks stays, since it grew too old for it."""

    def __init__(self):
        self.rows = {}

    def answer(self, _path, body):
        try:
            value = json.loads(body)
        except ValueError:
            return
        if isinstance(value, dict) and isinstance(value.get("results"), list):
            self.rows.update(map(europe_row, value["results"]))


class Tracked(Listed):
    """Windows repeat older sights of what was seen again since."""

    def __init__(self):
        super().__init__(tracked_row, more_of_feds)

    def answer(self, path, body):
        for fire, row in map(self.row_of, self.pages.answer(path, body) or []):
            if fire not in self.rows or row[0] >= self.rows[fire][0]:
                self.rows[fire] = row


def kept(rows, keep_from):
    return {line for time, line in rows.values() if time >= keep_from}


def incidents_stored(incidents, keep_from):
    """One that left the list is kept like anything else, and is said to have left."""
    listed = incidents.listed()
    return {
        f"{line} {'listed' if fire in listed else 'left'}"
        for fire, (time, line) in incidents.rows.items()
        if fire in listed or time >= keep_from
    }


def zones_stored(zones):
    return {zones.rows[zone][1] for zone in zones.listed()}


# ── What was stored ──────────────────────────────────────────────────────────────────────────────


def stored_line(kind, feature):
    """A served feature in the words of this oracle."""
    properties = feature["properties"]
    if kind == "hotspots" and properties.get("source") == "NGFS":
        time = instant(properties["datetime"])
        return tracked_line(properties, time, properties["frp"], feature)
    if kind == "hotspots":
        longitude, latitude = feature["geometry"]["coordinates"][:2]
        time = instant(properties["datetime"])
        place = f"{latitude:.5f}", f"{longitude:.5f}"
        satellite = SATELLITES[properties["satellite"]]
        frp = number(properties.get("frp"))
        return detection_line(satellite, time, *place, frp, tier_of(properties))
    if kind == "incidents":
        left = "left" if properties["listed_until"] else "listed"
        if properties["source"] == "CWFIF":
            names = "incident_type", "status", "incident_size_ha", "percent_contained"
            facts = tuple(properties[name] for name in names)
            place = feature["geometry"]["coordinates"][:2]
            time = instant(properties["datetime"])
            return f"{incident_line(properties['incident_id'], time, place, facts)} {left}"
        fire = (properties["irwin_id"] or properties["incident_id"]).lower()
        names = "incident_name", "incident_type", "state", "incident_size_acres"
        facts = *(properties[name] for name in names), properties["percent_contained"]
        place = feature["geometry"]["coordinates"][:2]
        line = incident_line(fire, instant(properties["datetime"]), place, facts)
        return f"{line} {left}"
    shape = shape_of(feature["geometry"])
    if kind == "evacuationZones":
        names = "zone_id", "status", "level", "county"
        return " ".join([*(str(properties[name]) for name in names), shape])
    if properties["source"] == "EFFIS":
        facts = (float(properties["area_ha"]),)
        return outline_line(properties["fire_id"], instant(properties["datetime"]), facts, shape)
    if properties["source"] == "Digital Atlas of Australia":
        fire = f"{properties['state']} {properties['incident_id']}"
        names = "incident_name", "incident_type", "area_ha"
        facts = tuple(properties[name] for name in names)
        line = outline_line(fire, instant(properties["datetime"]), facts, shape)
        return f"{line} {'left' if properties['listed_until'] else 'listed'}"
    if properties["source"] == "WFIGS":
        fire = properties["irwin_id"] or properties["incident_id"]
        given = instant(properties["datetime_given"] or properties["datetime"])
        return wfigs_line(fire.lower(), given, shape)
    return feds_line(feature["id"], instant(properties["datetime"]), shape)


def instant(text):
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


# ── Log ──────────────────────────────────────────────────────────────────────────────────────────


def answers(folder):
    """The complete answers in order, each with whether its process surely stored it."""
    pending, entries = [], []
    with open(os.path.join(folder, "log.jsonl"), encoding="utf-8") as lines:
        for line in lines:
            entry = json.loads(line)
            if entry.get("event") == "settled":
                entries += [(answer, True) for answer in pending]
                pending = []
            elif entry.get("event") == "killed":
                entries += [(answer, False) for answer in pending]
                pending = []
            elif "event" not in entry and entry["complete"] and entry["status"] == 200:
                pending.append(entry)
    return entries + [(answer, True) for answer in pending]


def fold(folder, entries, now, keep, keeps_longest, counts_ties):
    detections, perimeters = Detections(), Perimeters(keep, keeps_longest)
    incidents, canada = Listed(incident_row), Listed(canada_row, more_of_wfs)
    australia, europe, tracked = Listed(australia_row), Europe(), Tracked()
    zones = {
        "CA_EVACUATIONS": Listed(zone_row),
        "Fire_Evacuation_Areas": Listed(oregon_row),
        "Evacuation_Orders": Listed(british_columbia_row),
    }
    described = {
        "ngfs-east": tracked,
        "cwfif-active-fires": canada,
        "effis-burnt-areas": europe,
        "au-bushfire-boundaries": australia,
    }
    keep_from = now - keep - (RETENTION_DELAY if keeps_longest else timedelta())
    for entry in entries:
        with open(os.path.join(folder, entry["body"]), encoding="utf-8") as file:
            body = file.read()
        if entry["source"] == "firms":
            detections.answer(urlsplit(entry["path"]).path, entry["at"], body)
        elif entry["source"] == "wfigs":
            perimeters.answer_wfigs(entry["path"], entry["at"], body)
        elif entry["source"] == "incidents":
            incidents.answer(entry["path"], body)
        elif entry["source"] == "zones":
            place = next(each for name, each in zones.items() if name in entry["path"])
            place.answer(entry["path"], body)
        elif entry["source"] == "described":
            described[entry["path"].split("/")[2]].answer(entry["path"], body)
        else:
            perimeters.answer_feds(entry["path"], body)
    return {
        "hotspots": detections.stored(now, keep_from) | kept(tracked.rows, keep_from),
        "perimeters": perimeters.stored(keep_from, counts_ties)
        | incidents_stored(australia, keep_from)
        | kept(europe.rows, keep_from),
        "incidents": incidents_stored(incidents, keep_from) | incidents_stored(canada, keep_from),
        "evacuationZones": set().union(*map(zones_stored, zones.values())),
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[1])
    parser.add_argument("folder")
    parser.add_argument("stored")
    parser.add_argument("--now", type=float, required=True)
    parser.add_argument("--keep-days", type=float, required=True)
    options = parser.parse_args()
    now = datetime.fromtimestamp(options.now / 1000, UTC)
    keep = timedelta(days=options.keep_days)
    entries = answers(options.folder)
    sure = [entry for entry, is_sure in entries if is_sure]
    folded = [
        fold(options.folder, part, now, keep, keeps_longest, counts_ties)
        for part in ([entry for entry, _ in entries], sure)
        for keeps_longest in (False, True)
        for counts_ties in (False, True)
    ]
    stored = {kind: Counter() for kind in folded[0]}
    with open(options.stored, encoding="utf-8") as lines:
        for line in lines:
            kind, feature = json.loads(line)
            stored[kind][stored_line(kind, feature)] += 1
    report = {}
    for kind, rows in stored.items():
        must = set.intersection(*(each[kind] for each in folded))
        may = set.union(*(each[kind] for each in folded))
        report[kind] = {
            "expected": len(must),
            "uncertain": len(may) - len(must),
            "stored": rows.total(),
            "missing": sorted(must - rows.keys()),
            "unexpected": sorted(rows.keys() - may),
            "twice": sorted(text for text, count in rows.items() if count > 1),
        }
    print(json.dumps(report))


if __name__ == "__main__":
    main()
